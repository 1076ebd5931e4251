/** The row of the robot's sentence on the bench of the lab: its scores, weights, values, and what becomes of them. */

import { css, html } from "lit";
import { property } from "lit/decorators.js";

import { define } from "../../elements/define.ts";
import { Live } from "../live.ts";
import { bars, table } from "../table.ts";
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
    table,
    bars,
    css`
      .asks th { color: var(--query); font-weight: 700; }
      .other { color: var(--value); font-weight: 700; text-decoration: underline; }
    `,
  ];
}

define("live-bench", LiveBench);
