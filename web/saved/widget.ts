/** A trace or a map in a notebook. */

import { drawer } from "./notebook.ts";
import "./saved.ts";

export default { render: drawer("attn-saved", ["head", "query", "edits", "theme"]) };
