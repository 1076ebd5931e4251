/** What a check found: a verdict for each head with the effects it rests on. Says `attn-head` with a head's name and
 * `attn-save` where the record is wanted. */

import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";

import type { Ablation, CheckView, Figure, Verdict } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { chance, figure, percent, scaleOf, type Scale } from "./figure.ts";
import { findingOf, findingStyle } from "./finding.ts";
import { MARKS, type Effect } from "./forest.ts";
import { cross, tick } from "./icons.ts";

export class AttnVerdicts extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: CheckView;
  /** The model that the lab shows now. */
  @property() model = "";
  /** The head that the lab shows now. */
  @property() head = "";
  /** Of its headings, in the page that it stands in. */
  @property({ type: Number }) level = 4;
  /** True where the record is at hand and need not be fetched. */
  @property({ type: Boolean }) kept = false;
  /** True of one verdict by itself: the check that it was part of is not known. */
  @property({ type: Boolean }) sole = false;

  static override styles = [
    controls,
    findingStyle,
    css`
      :host { display: block; container-type: inline-size; }
      h4 { margin: var(--s5) 0 var(--s2); font-size: var(--small); font-weight: 650; line-height: 1.4; }
      .headline { margin: 0; font-size: var(--large); font-weight: 600; line-height: 1.35; }
      .alone { margin-block-end: var(--s4); }
      .counts { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s5); margin: var(--s2) 0 var(--s4); }
      .counts div { display: flex; flex-direction: column-reverse; justify-content: flex-end; max-inline-size: 13rem; }
      dt { color: var(--soft); font-size: var(--tiny); line-height: 1.35; }
      dd { margin: 0; font-size: var(--body); font-weight: 600; line-height: 1.4; }

      .verdicts { table-layout: fixed; }
      .verdicts .of-head { inline-size: 5.5rem; }
      .verdicts .of-finding { inline-size: 13rem; }
      .verdicts .of-share { inline-size: 6.75rem; }
      .verdicts .of-conditions { inline-size: 18rem; }
      .note { margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.45; max-inline-size: 62rem; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      th, td { padding: var(--s2) var(--s3); text-align: start; vertical-align: top; }
      th:first-child, td:first-child { padding-inline-start: var(--s2); }
      th:last-child, td:last-child { padding-inline-end: var(--s2); }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; line-height: 1.25; vertical-align: bottom; }
      tbody tr { border-block-start: 1px solid var(--line); }
      tbody tr.chosen { background: var(--query-soft); }
      .mean { white-space: nowrap; }
      .interval { color: var(--soft); font-size: var(--tiny); white-space: nowrap; }
      .p { display: block; margin-block-start: var(--s2); color: var(--soft); font-size: var(--tiny); }
      .below { display: block; color: var(--soft); font-size: var(--tiny); line-height: 1.35; }
      .label { display: none; color: var(--soft); font-size: var(--tiny); font-weight: 500; }

      .holds svg { flex: none; inline-size: 1.05em; block-size: 1.05em; }
      .head { padding: 0 var(--s2); font-weight: 600; }
      .name { font-weight: 600; white-space: nowrap; }
      .here { display: block; margin-block-start: var(--s1); color: var(--query); font-size: var(--tiny); font-weight: 500; }

      .holds { display: grid; gap: var(--s2); margin: 0; padding: 0; list-style: none; }
      .holds li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--s2); align-items: start; }
      .holds svg { margin-block-start: 0.15em; }
      .yes { color: var(--effect); }
      .no { color: var(--ink); }
      .what { line-height: 1.3; }

      .ways { min-inline-size: 46rem; }
      .ways td, .ways thead th:not(:first-child), .pairs td, .pairs thead th:not(:first-child) { text-align: end; }
      .ways .interval, .pairs .interval { display: block; }
      .pairs { min-inline-size: 52rem; }
      .pairs td:last-child { min-inline-size: 9rem; }
      .ways th:first-child, .pairs th:first-child { position: sticky; inset-inline-start: 0; background: var(--panel); }
      .claim { margin: var(--s4) 0 0; padding: var(--s3) var(--s4); border-inline-start: 3px solid var(--effect); background: var(--sunken); font-size: var(--body); line-height: 1.45; }
      .sentences { display: grid; gap: var(--s2); margin: 0; padding: 0; list-style: none; font-size: var(--small); line-height: 1.5; max-inline-size: 62rem; }
      .tools { margin-block-start: var(--s4); }

      @container (max-width: 62rem) {
        .verdicts thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
        .verdicts, .verdicts tbody { display: block; }
        .verdicts tr { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: start; padding-block: var(--s2); }
        .verdicts :is(th, td) { padding: var(--s1) var(--s2); }
        .verdicts .wide { grid-column: 1 / -1; }
        .verdicts .label { display: block; }
        .p { margin-block-start: var(--s1); }
      }
    `,
  ];

  override render() {
    const { words, view } = this;
    const { check } = view;
    if (this.sole) return this.#alone();
    const supported = check.verdicts.filter(({ finding }) => finding === "supported").length;
    const pairs = view.backups.length;
    return html`<p class="headline" id="headline">${words.say("page-check-summary", { supported, heads: check.verdicts.length })}${pairs ? ` ${words.say("page-check-summary-pairs", { pairs })}` : nothing}</p>
      ${this.#counts()}
      ${this.#verdicts()}
      <p class="claim">${words.say("check-closing")}</p>
      <h4 aria-level=${this.level}>${words.say("page-check-says")}</h4>
      <ul class="sentences">
        ${view.sentences.map((sentence, place) => html`<li data-says=${check.verdicts[place]?.heads.join("+") ?? ""}>${sentence}</li>`)}
        ${view.backups.map((pair) => html`<li class="backup">${words.say("check-backup", { first: pair.heads[0] ?? "", second: pair.heads[1] ?? "", share: words.number(100 * pair.share.mean, 1) })}</li>`)}
      </ul>
      <h4 aria-level=${this.level}>${words.say("check-ways")}</h4>
      ${this.#ways()}
      ${check.ablations.length ? html`<h4 aria-level=${this.level}>${words.say("page-check-pairs")}</h4>${this.#pairs()}` : nothing}
      ${this.kept ? nothing : html`<div class="tools"><button class="button" id="save" @click=${() => this.#say("attn-save")}>${words.say("page-check-save")}</button></div>`}`;
  }

  #alone() {
    const { words, view } = this;
    return html`<p class="headline alone" id="headline">${view.says}</p>
      ${this.#verdicts()}
      <h4 aria-level=${this.level}>${words.say("check-ways")}</h4>
      ${this.#ways()}`;
  }

  #counts() {
    const { words } = this;
    const { check } = this.view;
    const used = Math.max(0, ...check.verdicts.map(({ texts }) => texts));
    const counts = [
      ["used", words.say("page-check-used", { texts: check.texts }), used],
      ["wrong", words.say("page-check-wrong"), check.wrong],
      ["short", words.say("page-check-short"), check.short],
      ["same", words.say("page-check-same"), check.same],
    ] as const;
    return html`<dl class="counts">${counts.map(([name, label, count]) => html`<div><dt>${label}</dt><dd data-count=${name}>${words.number(count, 0)}</dd></div>`)}</dl>`;
  }

  #verdicts() {
    const { words } = this;
    const { check, backups } = this.view;
    const all = [...check.verdicts, ...backups];
    const scale = scaleOf(all.flatMap((one) => [one.harm_top, one.harm_middle, one.harm_random, one.harm_foil]));
    const share = words.number(100 * this.#least, 0);
    return html`<table class="verdicts" role="table" aria-labelledby="headline" aria-describedby="verdicts-why">
      <thead role="rowgroup"><tr role="row">
        ${[["head", "column-head"], ["finding", "column-finding"], ["effects", "page-check-effects"], ["share", "column-share"], ["conditions", "column-conditions"]].map(
          ([column = "", id = ""]) => html`<th scope="col" role="columnheader" class="of-${column}">${words.say(id)}</th>`,
        )}
      </tr></thead>
      <tbody role="rowgroup">${all.map((verdict) => this.#verdict(verdict, scale))}</tbody>
    </table>
    <p class="note" id="verdicts-why">${this.sole ? words.say("verdict-caption") : `${words.say("check-caption", { share })} ${words.say("page-check-scale")}`}</p>`;
  }

  #verdict(verdict: Verdict, scale: Scale) {
    const { words } = this;
    const name = verdict.heads.join("+");
    const own = verdict.heads.length === 1 && this.model === this.view.check.model;
    const here = own && name === this.head;
    const figures = { top: verdict.harm_top, middle: verdict.harm_middle, random: verdict.harm_random, foil: verdict.harm_foil };
    const effects: Effect[] = MARKS.map((mark) => ({ mark, label: words.say(`column-${mark}`), figure: figures[mark] }));
    return html`<tr role="row" class=${here ? "chosen" : ""} data-verdict=${name}>
      <th scope="row" role="rowheader">${own
        ? html`<button class="button head" aria-label=${words.say("page-check-show", { head: name })} title=${words.say("page-check-show", { head: name })} @click=${() => this.#say("attn-head", { head: name })}>${name}</button>`
        : html`<span class="name">${name}</span>`}${here ? html`<span class="here">${words.say("page-check-here")}</span>` : nothing}</th>
      <td role="cell">${findingOf(words, verdict.finding)}
        <span class="p">${words.say("page-check-p", { p: chance(words, verdict.p) })}</span></td>
      <td role="cell" class="wide"><span class="label">${words.say("page-check-effects")}</span>
        <attn-forest .words=${words} .effects=${effects} .scale=${scale}></attn-forest></td>
      <td role="cell" class="wide"><span class="label">${words.say("column-share")}</span>${this.#share(verdict.share)}</td>
      <td role="cell" class="wide"><span class="label">${words.say("column-conditions")}</span>${this.#conditions(verdict)}</td>
    </tr>`;
  }

  #conditions(verdict: Verdict) {
    const { words } = this;
    const asked: [string, string, TemplateResult | typeof nothing][] = [
      ["over random key", words.say("page-check-over-key"), this.#over(verdict.over_random, verdict.p_random)],
      ["share of margin", this.sole ? words.say("found-share") : words.say("page-check-enough", { share: words.number(100 * this.#least, 0) }), nothing],
      ["over random target", words.say("page-check-over-target"), this.#over(verdict.over_foil, verdict.p_foil)],
    ];
    return html`<ul class="holds">${asked.map(([name, what, found]) => {
      const holds = verdict.conditions[name] === true;
      return html`<li data-condition=${name} data-holds=${holds}><span class=${holds ? "yes" : "no"}>${holds ? tick : cross}</span>
        <span class="what"><span class="unseen">${words.say(holds ? "page-check-holds" : "page-check-fails")} </span>${what}${found}</span></li>`;
    })}</ul>`;
  }

  #over(over: Figure, p: number) {
    const by = `${this.words.change(over.mean)} ${figure(this.words, over).interval}`;
    return html`<span class="below">${this.words.say("page-check-over", { by, p: chance(this.words, p) })}</span>`;
  }

  #share({ mean, low, high }: Figure) {
    const { words } = this;
    const { interval } = figure(words, { mean, low: 100 * low, high: 100 * high }, 1);
    return html`<span class="mean">${percent(words, mean)}</span> <span class="interval">${interval}</span>`;
  }

  #ways() {
    const { words } = this;
    const { verdicts } = this.view.check;
    const columns = ["edit-cut", "edit-drop", "edit-swap", "page-check-most", "page-check-weight-effect", "page-check-contribution-effect", "page-check-weight-contribution"];
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.say("check-ways")}><table class="ways">
      <thead><tr><th scope="col">${words.say("column-head")}</th>${columns.map((id) => html`<th scope="col">${words.say(id)}</th>`)}</tr></thead>
      <tbody>${verdicts.map((verdict) => html`<tr data-ways=${verdict.heads.join("+")}>
        <th scope="row">${verdict.heads.join("+")}</th>
        ${[verdict.harm_top, verdict.drop_top, verdict.swap_top].map((one) => html`<td>${this.#figure(one)}</td>`)}
        <td>${this.#most(verdict)}</td>
        ${[verdict.weight_and_size, verdict.contribution_and_size, verdict.weight_and_contribution].map((one) => html`<td>${this.#figure(one, 2)}</td>`)}
      </tr>`)}</tbody>
    </table></div>
    <p class="note">${words.say("page-check-ways-why")}</p>`;
  }

  #most({ top_is_most: most, most_by_chance: by }: Verdict) {
    const { words } = this;
    if (!most || by === null) return "—";
    return html`<span class="mean">${percent(words, most.mean)}</span><span class="interval">${words.say("page-check-by-chance", { share: words.number(100 * by, 1) })}</span>`;
  }

  #figure(found: Figure | null, digits = 3) {
    if (!found) return "—";
    const { mean, interval } = figure(this.words, found, digits);
    return html`<span class="mean">${mean}</span> <span class="interval">${interval}</span>`;
  }

  #pairs() {
    const { words } = this;
    const { check } = this.view;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.say("page-check-pairs")}><table class="pairs">
      <thead><tr>${["page-check-pair", "column-finding", "page-check-both-cut", "page-check-beyond", "page-check-off-first", "page-check-off-second", "page-check-off-both", "page-check-off-beyond", "page-check-backs-up"].map(
        (id) => html`<th scope="col">${words.say(id)}</th>`,
      )}</tr></thead>
      <tbody>${check.ablations.map((one, place) => this.#pair(one, check.pairs[place]))}</tbody>
    </table></div>
    <p class="note">${words.say("page-check-pairs-why")}</p>`;
  }

  #pair(one: Ablation, pair: Verdict | undefined) {
    const { words } = this;
    const name = one.heads.join("+");
    const cut = this.view.backups.some(({ heads }) => heads.join("+") === name);
    const ways = [cut ? words.say("page-check-by-cut") : "", one.backup ? words.say("page-check-by-off") : ""].filter(Boolean).join(", ");
    return html`<tr data-pair=${name}>
      <th scope="row">${name}</th>
      <td>${pair ? words.say(`finding-${pair.finding.replace(" ", "-")}`) : "—"}</td>
      ${[pair?.harm_top ?? null, pair?.beyond ?? null, one.first, one.second, one.both, one.beyond].map((found) => html`<td>${this.#figure(found)}</td>`)}
      <td>${ways ? html`<strong>${words.say("page-check-yes", { ways })}</strong>` : words.say("page-check-no")}</td>
    </tr>`;
  }

  /** The least share of the margin that the check asked for. */
  get #least(): number {
    return Number(this.view.check.settings["share"]);
  }

  #say(name: string, detail: object = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-verdicts", AttnVerdicts);
