/** The file of what was found out. */

import { fill } from "./file.ts";
import "./found.ts";

fill("attn-found");
