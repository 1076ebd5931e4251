/** The row of the robot's sentence on the bench of the lab: its scores, weights, values, and what becomes of them. */

import { css, html } from "lit";
import { property } from "lit/decorators.js";

import { define } from "../../elements/define.ts";
import { Live } from "../live.ts";
import { ROBOT_ROW, robotRow } from "../robot.ts";

export class LiveBench extends Live<typeof ROBOT_ROW> {
  static override choices = ROBOT_ROW;
  /** Which controls are drawn, with commas between. */
  @property() with = "query,bump,swap";

  override read() {
    const row = robotRow(this.chosen);
    const changed = row.keys[row.key]!;
    return {
      largest: row.top,
      entropy: row.entropy,
      most: row.most,
      output: row.output[0]!,
      sum: row.total,
      even: row.uniform,
      table: row.watched,
      "table-score": changed.score,
      "table-value": changed.value[0]!,
      divisor: row.divisor,
      "dim-root": Math.sqrt(Number(this.chosen.dim)),
      swapped: this.chosen.swap,
      ...Object.fromEntries(row.keys.flatMap((key, at) => [[`weight-${at}`, key.weight], [`score-${at}`, key.score]])),
    } as Record<string, number | boolean>;
  }

  protected override shows(name: string) {
    return this.with.split(",").includes(name);
  }

  protected override draw() {
    const { words } = this;
    const row = robotRow(this.chosen);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.say("live-bench-table")}><table>
        <thead><tr><th scope="col">${words.say("live-bench-word")}</th><th scope="col">${words.say("live-bench-score")}</th><th scope="col" class="wide">${words.say("live-bench-weight")}</th><th scope="col">${words.say("live-bench-value")}</th><th scope="col">${words.say("live-bench-part")}</th></tr></thead>
        <tbody>${row.keys.map((key, at) => html`<tr class=${at === row.query ? "asks" : ""}><th scope="row">${words.say(`live-bench-word-${at}`)}</th><td>${words.number(key.score, 2)}</td>
          <td class="wide"><span class="weight"><span class="track" aria-hidden="true"><span class="bar" style="--share: ${key.weight}"></span></span><span class="number">${words.number(key.weight)}</span></span></td>
          <td class=${at === row.key && this.chosen.swap ? "other" : ""}>${words.number(key.value[0]!, 1)}</td><td>${words.number(key.part[0]!)}</td></tr>`)}</tbody>
        <tfoot><tr><th scope="row" colspan="4">${words.say("live-bench-output")}</th><td>${words.number(row.output[0]!)}</td></tr></tfoot>
      </table></div>
      ${this.facts([
        [words.say("live-bench-largest"), words.number(row.top)],
        [words.say("live-bench-entropy"), words.say("live-bench-of-most", { entropy: words.number(row.entropy), most: words.number(row.most) })],
      ])}`;
  }

  static override styles = [
    Live.styles,
    css`
      table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
      th, td { padding: 0.25rem var(--s2) 0.25rem 0; text-align: end; white-space: nowrap; font-weight: 400; }
      th:first-child { text-align: start; font-weight: 500; }
      thead th, thead th:first-child { color: var(--soft); font-size: var(--tiny); font-weight: 500; }
      tbody tr, tfoot tr { border-block-start: 1px solid var(--line); }
      tfoot th, tfoot td { font-weight: 650; }
      .asks th { color: var(--query); font-weight: 700; }
      .other { color: var(--value); font-weight: 700; text-decoration: underline; }
      .wide { inline-size: 40%; min-inline-size: 7rem; }
      .weight { display: grid; grid-template-columns: minmax(2rem, 1fr) 3rem; align-items: center; gap: var(--s2); }
      .track { background: var(--sunken); border-radius: 2px; }
      .track .bar { display: block; }
      tfoot th, thead th { white-space: normal; }
      @media (max-width: 40rem) {
        table { font-size: var(--tiny); }
        th, td { padding-inline-end: 0.3rem; }
        .wide { inline-size: auto; min-inline-size: 0; }
        .weight { grid-template-columns: 2.5rem; row-gap: 2px; justify-content: end; }
        .track { order: 2; }
        .track .bar { block-size: 0.25rem; }
      }
    `,
  ];
}

define("live-bench", LiveBench);
