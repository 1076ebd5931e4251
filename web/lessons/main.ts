/** What makes a page of the lessons live; it runs once the page is read, and everything else starts here. */

import { keptTheme, wear } from "./theme.ts";
import { follow } from "./prose.ts";
import { world as theWorld } from "./world.ts";
import "./copy.ts";
import "./elements/index.ts";
import "./panel.ts";
import "./record.ts";
import "./task.ts";

export { TASKS } from "./tasks/index.ts";

wear(keptTheme());

/** For whoever looks from outside: the tests. */
export const world = theWorld();

follow(world);
