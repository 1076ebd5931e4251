/** What every live element of a lesson is: choices with a control each, a picture of them, and read-outs that the text follows. */

import { LitElement, css, html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import type { Choice, Choices, Chosen, Form } from "../choices.ts";
import { controls } from "../elements/controls.ts";
import { undo } from "../elements/icons.ts";
import type { Words } from "../words.ts";
import "../elements/choice.ts";
import "../elements/knob.ts";
import type { Readings } from "./claims.ts";
import { readAttributes } from "./kinds.ts";
import { exactly, readList, writeList } from "./numbers.ts";
import { world, type Alive, type World } from "./world.ts";

/** More options than this are a list that opens. */
const MOST_RADIOS = 4;

export abstract class Live<C extends Choices> extends LitElement implements Alive {
  /** In the order in which the controls are drawn. */
  static choices: Choices = {};
  /** Choices that the picture itself lets change: its parts have the label. */
  static inPicture: readonly string[] = [];

  /** What stands over the picture, where the text wants other words than the element has. */
  @property() caption = "";
  @state() protected chosen!: Chosen<C>;
  /** What is being typed and is no value yet, by choice. */
  @state() private typed: Readonly<Record<string, string>> = {};
  /** What is wrong with a number that is being typed into a knob, by choice. */
  @state() private strayed: Readonly<Record<string, string>> = {};

  protected readonly world: World = world();
  readonly #renew = () => {
    this.requestUpdate();
    this.world.say(this.id);
  };

  /** Read-outs by name: they follow from the choices and the decoder alone. One that is not there is left out. */
  abstract read(): Readings;
  protected abstract draw(): TemplateResult;

  /** What is wrong with choices that can each be read, as sentences by choice. */
  protected faults(): Readonly<Record<string, string>> {
    return {};
  }

  /** Is the control drawn at present? */
  protected shows(_name: string): boolean {
    return true;
  }

  /** `row` of `live-row`. */
  get kind(): string {
    return this.localName.replace(/^live-/, "");
  }

  get words(): Words {
    return this.world.words;
  }

  get #choices(): Choices {
    return (this.constructor as typeof Live).choices;
  }

  /** Sets a choice as an attribute says it. Throws a sentence for what cannot be read. */
  set(name: string, said: string): void {
    const value = this.#choice(name).read(said);
    if (value === undefined) throw new Error(this.words.say("lessons-unsettable", { name, said }));
    this.choose({ [name]: value } as Partial<Chosen<C>>);
  }

  /** Does the choice stand as an attribute would say it? */
  is(name: string, said: string): boolean {
    const choice = this.#choice(name);
    const value = choice.read(said);
    return value !== undefined && choice.write(value) === choice.write(this.chosen[name]);
  }

  /** As the text of the lesson has it at first. */
  reset(): void {
    this.typed = {};
    this.choose(this.#begun().chosen);
  }

  /** Changes choices; whoever follows the element is told. */
  protected choose(patch: Partial<Chosen<C>>): void {
    this.chosen = { ...this.chosen, ...patch };
    const typed = Object.entries(this.typed).filter(([name]) => !(name in patch));
    this.typed = Object.fromEntries(typed);
    this.strayed = {};
    this.dispatchEvent(new CustomEvent("live-change", { bubbles: true, composed: true }));
    this.world.say(this.id);
  }

  override connectedCallback() {
    if (!this.chosen) {
      const { chosen, bad } = this.#begun();
      this.chosen = chosen;
      for (const name of bad) reportError(new Error(this.words.say("lessons-unsettable", { name, said: this.getAttribute(name) ?? "" })));
    }
    super.connectedCallback();
    this.world.add(this);
    this.world.addEventListener("change", this.#renew);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.world.remove(this);
    this.world.removeEventListener("change", this.#renew);
  }

  #begun() {
    return readAttributes(this.#choices as C, (name) => this.getAttribute(name));
  }

  #choice(name: string): Choice<unknown> {
    const found = this.#choices[name];
    if (!found) throw new Error(`${this.localName} has no choice ${name}`);
    return found;
  }

  protected override updated(_changed: PropertyValues) {
    this.dataset["ready"] = "";
  }

  override render() {
    const { words } = this;
    const { inPicture } = this.constructor as typeof Live;
    const names = Object.keys(this.#choices).filter((name) => !inPicture.includes(name) && this.shows(name));
    const faults = this.#faults();
    return html`<section aria-labelledby="caption">
      <header><p id="caption">${this.caption || words.say(`live-${this.kind}`)}</p>
        <button class="button quiet" id="reset" @click=${() => this.reset()}>${undo}<span>${words.say("lessons-reset")}</span></button></header>
      <div class="picture">${this.draw()}</div>
      ${names.length ? html`<div class="choices">${names.map((name) => html`<div class="choice" data-choice=${name}>${this.#control(name, faults[name])}
        ${this.#note(name, faults[name])}</div>`)}</div>` : nothing}
      ${inPicture.map((name) => this.#note(name, faults[name]))}
    </section>`;
  }

  #note(name: string, fault: string | undefined) {
    return html`<p class="fault" id="fault-${name}" role="status">${fault ?? ""}</p>`;
  }

  #faults(): Record<string, string> {
    const typed = Object.keys(this.typed).map((name) => [name, this.#unreadable(name)] as const);
    return { ...this.faults(), ...Object.fromEntries(typed), ...this.strayed };
  }

  /** What could not be read, in words of the element where it has them. */
  #unreadable(name: string): string {
    const { words } = this;
    const own = `live-${this.kind}-${name}-fault`;
    const form = this.#choice(name).form;
    if (words.has(own)) return words.say(own);
    if (form?.kind === "text") return words.say("lessons-too-long", { most: form.most });
    return words.say("lessons-no-list", this.#range(form?.kind === "several" ? form.one : form));
  }

  #range(form: Form | undefined): Record<string, string> {
    return form?.kind === "number" ? { least: exactly(form.least, this.words), most: exactly(form.most, this.words) } : {};
  }

  #control(name: string, fault: string | undefined) {
    const { words } = this;
    const form = this.#choice(name).form;
    const label = words.say(`live-${this.kind}-${name}`);
    const value = this.chosen[name] as unknown;
    switch (form?.kind) {
      case "one":
        return this.#oneOf(name, label, form.known, value as string);
      case "flag":
        return html`<label class="check"><input type="checkbox" .checked=${live(value === true)} @change=${(event: Event) => this.#put(name, (event.target as HTMLInputElement).checked)} /><span>${label}</span></label>`;
      case "number":
        return this.knob(name, value as number, form, label, (found) => this.#put(name, found), false);
      case "text":
      case "several":
        return this.#field(name, label, form, fault);
      default:
        throw new Error(`${this.localName}: no control for ${name}`);
    }
  }

  #oneOf(name: string, label: string, known: readonly string[], value: string) {
    const options = known.map((one) => ({ value: one, label: this.words.say(`live-${this.kind}-${name}-${one}`) }));
    if (known.length <= MOST_RADIOS) {
      return html`<attn-choice show-label .label=${label} .options=${options} .chosen=${value} @attn-choose=${(event: CustomEvent<{ value: string }>) => this.#put(name, event.detail.value)}></attn-choice>`;
    }
    return html`<label class="line"><span>${label}</span><select class="field" .value=${live(value)} @change=${(event: Event) => this.#put(name, (event.target as HTMLSelectElement).value)}>
      ${options.map((one) => html`<option value=${one.value} ?selected=${one.value === value}>${one.label}</option>`)}</select></label>`;
  }

  /** A number with its label, a slider and a field; for controls of the picture too. */
  protected knob(name: string, value: number, form: Form & { kind: "number" }, label: string, put: (value: number) => void, quiet = true) {
    return html`<attn-knob .words=${this.words} .label=${label} .value=${value} .least=${form.least} .most=${form.most} .step=${form.step} .digits=${0} .plain=${form.plain === true} .whole=${form.whole === true} ?quiet=${quiet}
      @attn-set=${(event: CustomEvent<{ value: number }>) => put(event.detail.value)}
      @attn-unreadable=${() => (this.strayed = { [name]: this.words.say(form.whole ? "lessons-no-whole" : "lessons-no-number", this.#range(form)) })} @focusout=${() => (this.strayed = {})}></attn-knob>`;
  }

  #field(name: string, label: string, form: Form, fault: string | undefined) {
    const shown = this.typed[name] ?? this.#held[name] ?? this.#written(name, form);
    return html`<label class="line"><span>${label}</span><input type="text" class="field ${form.kind === "several" ? "mono" : ""}" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${live(shown)}
      aria-invalid=${fault ? "true" : "false"} aria-describedby=${fault ? `fault-${name}` : nothing}
      @input=${(event: Event) => this.#type(name, form, (event.target as HTMLInputElement).value)} @blur=${() => this.#leave(name)} /></label>`;
  }

  /** What stands in a field that has the focus and is a value: left as it was typed. */
  #held: Record<string, string> = {};

  #type(name: string, form: Form, typed: string) {
    const value = this.#typedValue(name, form, typed);
    if (value === undefined) {
      this.typed = { ...this.typed, [name]: typed };
      return;
    }
    this.#held = { [name]: typed };
    this.#put(name, value);
  }

  #leave(name: string) {
    if (!(name in this.#held)) return;
    this.#held = {};
    this.requestUpdate();
  }

  /** A value given from elsewhere shows, whatever was typed before. */
  protected override willUpdate(_changed: PropertyValues) {
    for (const [name, typed] of Object.entries(this.#held)) {
      const choice = this.#choice(name);
      const value = choice.form && this.#typedValue(name, choice.form, typed);
      if (value === undefined || choice.write(value) !== choice.write(this.chosen[name])) this.#held = {};
    }
  }

  #typedValue(name: string, form: Form, typed: string): unknown {
    if (form.kind !== "several") return this.#choice(name).read(typed);
    const values = readList(typed, this.words.lang);
    return values && this.#choice(name).read(values.join(","));
  }

  #written(name: string, form: Form): string {
    const value = this.chosen[name] as unknown;
    return form.kind === "several" ? writeList(value as readonly number[], this.words) : (value as string);
  }

  #put(name: string, value: unknown) {
    this.choose({ [name]: value } as Partial<Chosen<C>>);
  }

  static override styles: CSSResultGroup = [
    controls,
    css`
      :host { --knob-label: 11.5rem; display: block; margin-block: var(--s5); font-size: var(--small); line-height: 1.45; }
      section { min-inline-size: 0; padding: var(--s3) clamp(var(--s3), 2.4vw, var(--s4)) var(--s4); border: 1px solid var(--line); border-radius: var(--round-panel); background: var(--panel); }
      header { display: flex; align-items: center; justify-content: space-between; gap: var(--s3); min-block-size: var(--control); margin-block-end: var(--s2); }
      #caption { margin: 0; font-size: var(--small); font-weight: 650; line-height: 1.35; overflow-wrap: anywhere; }
      #reset { flex: none; color: var(--soft); margin-inline-end: calc(-1 * var(--s2)); padding-inline: var(--s2); }
      #reset svg { inline-size: 1.125rem; block-size: 1.125rem; }
      .picture { min-inline-size: 0; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
      .choices { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s5); margin-block-start: var(--s3); padding-block-start: var(--s3); border-block-start: 1px solid var(--line); }
      .choice { display: flex; flex-direction: column; min-inline-size: 0; max-inline-size: 100%; }
      .line, .check { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s2); min-block-size: var(--control); }
      .line > span { inline-size: var(--knob-label); color: var(--soft); }
      attn-choice, attn-knob { max-inline-size: 100%; }
      .check { cursor: pointer; }
      .check input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--ink); cursor: pointer; }
      input.field { inline-size: 14rem; max-inline-size: 100%; }
      [aria-invalid="true"] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      .fault { max-inline-size: 34rem; margin: 0; color: var(--alarm); font-weight: 500; overflow-wrap: anywhere; }
      .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
      .bar { block-size: 0.75rem; min-inline-size: 1px; border-radius: 2px; background: var(--tone, var(--weight)); inline-size: calc(var(--share) * 100%); }
      .facts { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s5); margin: var(--s3) 0 0; }
      .facts > div { display: flex; gap: var(--s2); }
      dt { color: var(--soft); }
      dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
      @media (max-width: 30rem) {
        :host { --knob-label: 6.5rem; }
        .choice, .line, .line .field, .line > span { inline-size: 100%; }
      }
    `,
  ];

  /** Named figures under a picture. */
  protected facts(figures: readonly (readonly [label: string, written: string])[]): TemplateResult {
    return html`<dl class="facts">${figures.map(([label, written]) => html`<div><dt>${label}</dt><dd>${written}</dd></div>`)}</dl>`;
  }
}
