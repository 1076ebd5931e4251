/** The file of a trace or a map. */

import { fill } from "./file.ts";
import "./saved.ts";

fill("attn-saved");
