experiment-lookup-question = What does softening a look-up cost, and why is only the soft one learnt?
experiment-lookup-method = A table of 8 keys and values; a thousand queries, each a key with noise, are answered by the best key's value and by softmax(score/τ) at many temperatures. Then one key of each table is lost and found again by descent, its slope taken by moving each of its numbers a little both ways, in the same manner for both.
experiment-lookup-expected = A cold soft look-up answers like the hard one, a hot one gives everybody the mean. The hard answer does not move when a number moves a little, so nothing tells it where to go; the soft one is learnt.
experiment-lookup-refuted = the hard answer has a slope in more than one query of a hundred, or the soft look-up does not find its key.
experiment-lookup-cold = coldest: mean distance from the hard answer
experiment-lookup-warm = hottest: mean distance from the mean of all values
experiment-lookup-cold-entropy = coldest: entropy
experiment-lookup-warm-entropy = hottest: entropy
experiment-lookup-hard-flat = queries whose hard answer has a slope of exactly 0
experiment-lookup-soft-flat = queries whose soft answer (τ = 1) has a slope of exactly 0
experiment-lookup-hard-loss = loss left after learning, hard
experiment-lookup-soft-loss = loss left after learning, soft, τ = 1
experiment-lookup-cold-loss = loss left after learning, soft, coldest
experiment-lookup-best-temperature = temperature that learns best
experiment-lookup-best-loss = loss left there
experiment-lookup-claim-between = From cold to hot every row spreads, from one key to all alike.
experiment-lookup-claim-flat = The hard answer's slope is exactly 0 for a share of { $share } of the queries (1 is all of them), the soft one's for none.
experiment-lookup-claim-trains = The soft look-up (τ = { $temperature }) finds its key: { $soft } of the loss is left. The hard one stays to the bit where it began.
experiment-lookup-claim-any-temperature = The soft look-up is learnt at any temperature. (At τ = { $cold } it is nearly hard, and { $left } of the loss is left.)
experiment-lookup-temperature = temperature τ
experiment-lookup-largest = largest weight
experiment-lookup-spread = entropy / ln 8
experiment-lookup-step = step
experiment-lookup-loss = share of the loss that is left
experiment-lookup-hard = hard
experiment-lookup-soft = soft
experiment-lookup-sweep-title = From hard to even
experiment-lookup-training-title = Finding a lost key, τ = 1
experiment-lookup-left-title = What is left, by temperature
