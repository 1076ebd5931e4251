task-remember-broken = “{ $piece }” does not belong at place { $place }. A digit stands first, then at least one letter, and ? ends the text: 7 k x b r ?
attention-none = { $model } reads one place after another and has no attention: there is no map to look at and no edge to cut. Compare it by attnlab remember, or open a transformer such as names.
