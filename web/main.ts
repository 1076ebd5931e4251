/** The page starts here. */

import "./pages/lab.ts";
