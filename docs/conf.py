"""How the documentation is built: the pages beside this file, the reference out of docstrings, the notebooks run."""

import os
from importlib.metadata import version as version_of

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # a notebook that asks the network for something is a broken one

project = "attnlab"
author = "the attnlab authors"
copyright = "the attnlab authors"
release = version = version_of("attnlab")

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
root_doc = "index"
default_role = "code"  # in docstrings, as in Markdown, single backticks hold code

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "inherited-members": "Exception,list,Protocol"}
python_maximum_signature_line_length = 88
# Names of others are told as they are, and not linked: nothing here is fetched from their sites. Those of ours are
# records that no reader makes: what `remember` gives is told there.
nitpicky = True
nitpick_ignore_regex = [
    (
        "py:.*",
        r"(?!attnlab\.).*|attnlab\.(budgets\.Breadth|edits\.Given|experiments\.experiment\.(Line|Mark)|memories\.\w+|rankings\.One)",
    )
]

myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_execution_in_temp = True  # what a notebook writes goes with it
nb_merge_streams = True

html_theme = "furo"
html_title = "attnlab"
html_copy_source = False
html_show_sourcelink = False
