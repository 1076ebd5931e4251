"""Hunts: every door of attnlab is given what nobody meant to give it, for seconds in the suite and for hours by hand.

`./dev fuzz` runs them; `targets.py` names them, `hunt.py` says what a hunt is and what counts as found.
"""
