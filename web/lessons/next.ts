/** What may come next, before and after: the likeliest symbols as a small table that live elements draw. */

import { css, html, type TemplateResult } from "lit";

import { at, type Decoder } from "../decoder.ts";
import { shown } from "../elements/pieces.ts";
import type { Words } from "../words.ts";

const MOST = 6;

/** Symbols by how likely they are before or after, whichever is more; `must` is among them. */
export function likeliest(before: readonly number[], after: readonly number[], most = MOST, must?: number): number[] {
  const size = (symbol: number) => Math.max(at(before, symbol), at(after, symbol));
  const order = [...before.keys()].sort((one, other) => size(other) - size(one));
  const first = order.slice(0, most);
  return must === undefined || first.includes(must) ? first : [...order.slice(0, most - 1), must];
}

export function nextTable(words: Words, decoder: Decoder, before: readonly number[], after: readonly number[], must?: number): TemplateResult {
  const scale = Math.max(0.25, ...before, ...after);
  const bar = (kind: string, share: number) => html`<span class="bar ${kind}" style="--share: ${share / scale}"></span>`;
  return html`<table class="next"><caption>${words.say("live-next")}</caption>
    <thead><tr><th scope="col">${words.say("live-next-letter")}</th><td></td><th scope="col" class="number">${words.say("live-next-before")}</th><th scope="col" class="number">${words.say("live-next-after")}</th></tr></thead>
    <tbody>${likeliest(before, after, MOST, must).map((symbol) => {
      const [was, now] = [at(before, symbol), at(after, symbol)];
      const changed = words.number(was) !== words.number(now);
      return html`<tr data-symbol=${at(decoder.vocabulary, symbol)} class=${symbol === must ? "must" : ""}><th scope="row" class="symbol">${shown(at(decoder.vocabulary, symbol))}</th>
        <td class="bars" aria-hidden="true">${bar("before", was)}${bar("after", now)}</td>
        <td class="number soft">${words.number(was)}</td><td class="number ${changed ? "changed" : ""}">${words.number(now)}</td></tr>`;
    })}</tbody></table>`;
}

export const nextStyle = css`
  .next { inline-size: 100%; max-inline-size: 30rem; border-collapse: collapse; font-size: var(--small); line-height: 1.3; }
  .next caption { padding-block-end: var(--s1); font-weight: 600; text-align: start; }
  .next th, .next td { padding: 0.2rem var(--s2); font-weight: 400; text-align: start; }
  .next thead th { color: var(--soft); font-size: var(--tiny); }
  .next .number { inline-size: 4rem; text-align: end; }
  .next tbody tr { border-block-start: 1px solid var(--line); }
  .next .symbol { inline-size: 4.5rem; font: 500 var(--small) / 1.2 var(--mono); }
  .next .must .symbol { text-decoration: underline 2px; text-underline-offset: 0.2em; }
  .next .bars > .bar { display: block; margin-block: 1px; }
  .next .bar { block-size: 0.4rem; --tone: var(--value); }
  .next .bar.before { --tone: var(--before); }
  .next .changed { font-weight: 650; }
`;
