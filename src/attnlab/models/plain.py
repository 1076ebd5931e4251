"""The same small transformer in plain Python lists, one position at a time, with a growing key/value cache.

Nothing is imported but `math`: this page is read in lessons, and it is the oracle that the fast form is held to.
Weights are lists of rows, [in][out]; the names are those of the small transformer's parameter dictionary.
"""

import math


def step(weights, heads, layers, eps, symbol, position, keys, values):
    """Logits for what follows one symbol, and every stage on the way.

    `keys` and `values` hold one list a layer; each grows by one row a call, so that the past is never
    computed again and the future is not there to be seen.
    """
    stages = []
    x = [a + b for a, b in zip(weights["symbol"][symbol], weights["position"][position], strict=True)]
    x = rms_norm(x, eps)
    for layer in range(layers):
        normed = rms_norm(x, eps)
        q = times(normed, weights[f"{layer}.q"])
        k = times(normed, weights[f"{layer}.k"])
        v = times(normed, weights[f"{layer}.v"])
        keys[layer].append(k)
        values[layer].append(v)

        size = len(q) // heads
        joined = []
        for head in range(heads):
            part = slice(head * size, (head + 1) * size)
            score = [dot(q[part], past[part]) / math.sqrt(size) for past in keys[layer]]
            weight = softmax(score)
            shares = zip(weight, values[layer], strict=True)
            votes = zip(*([w * a for a in past[part]] for w, past in shares), strict=True)
            output = [sum(vote) for vote in votes]
            stages.append({"layer": layer, "head": head, "q": q[part], "k": k[part], "v": v[part],
                           "score": score, "weight": weight, "output": output})  # fmt: skip
            joined.extend(output)
        x = [a + b for a, b in zip(x, times(joined, weights[f"{layer}.join"]), strict=True)]

        hidden = [max(0.0, h) for h in times(rms_norm(x, eps), weights[f"{layer}.up"])]
        x = [a + b for a, b in zip(x, times(hidden, weights[f"{layer}.down"]), strict=True)]
    return times(x, weights["next"]), stages


def run(weights, heads, layers, eps, symbols):
    """Logits and stages at every position of a list of symbol numbers."""
    keys, values = [[] for _ in range(layers)], [[] for _ in range(layers)]
    return [
        step(weights, heads, layers, eps, symbol, position, keys, values) for position, symbol in enumerate(symbols)
    ]


def dot(a, b):
    """Multiply place by place and add up."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def times(x, matrix):
    """A row times a matrix stored [in][out]."""
    return [sum(x[i] * matrix[i][j] for i in range(len(x))) for j in range(len(matrix[0]))]


def rms_norm(x, eps):
    """Divide by the root of the mean square."""
    size = math.sqrt(sum(a * a for a in x) / len(x) + eps)
    return [a / size for a in x]


def softmax(score):
    """Shares of 1 in proportion to exp(score)."""
    peak = max(score)
    share = [math.exp(s - peak) for s in score]
    total = sum(share)
    return [s / total for s in share]
