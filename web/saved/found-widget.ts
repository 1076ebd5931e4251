/** What was found out, in a notebook. */

import "./found.ts";
import { drawer } from "./notebook.ts";

export default { render: drawer("attn-found", ["head", "query", "theme"]) };
