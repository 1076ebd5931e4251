"""A classifier of messages over fixed word vectors: by their mean, or by what one head with a trained query mixes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Bool, Float, Int
from scipy.sparse import csr_array

from attnlab.arrays import logistic, softmax


@dataclass(frozen=True)
class Texts:
    """Messages as counts of words, which is all that a head without positions can see, and their labels."""

    counts: csr_array
    """Message by word."""
    spam: Float[np.ndarray, " message"]
    vector: Float[np.ndarray, "word dim"]

    @classmethod
    def of(
        cls, tokens: Sequence[Int[np.ndarray, "_"]], spam: Sequence[bool], vector: Float[np.ndarray, "word dim"]
    ) -> "Texts":
        """Messages as the rows of their words; a message without one has no mean."""
        ends = np.cumsum([0, *map(len, tokens)])
        words = np.concatenate(list(tokens))
        counts = csr_array((np.ones(len(words)), words, ends), shape=(len(tokens), len(vector)))
        counts.sum_duplicates()
        return cls(counts, np.asarray(spam, dtype=float), vector)

    def some(self, which: Int[np.ndarray, " some"]) -> "Texts":
        """Some of the messages."""
        return Texts(self.counts[which], self.spam[which], self.vector)


@dataclass(frozen=True)
class Head:
    """p = logistic(v . c + b), with c the mean of a message's words weighed by softmax(u . e / sqrt(dim))."""

    u: Float[np.ndarray, " dim"]
    """The query; at 0 every word weighs the same."""
    v: Float[np.ndarray, " dim"]
    b: float

    @classmethod
    def nothing(cls, dim: int) -> "Head":
        """Where training starts."""
        return cls(np.zeros(dim), np.zeros(dim), 0.0)

    def scores(self, vector: Float[np.ndarray, "word dim"]) -> Float[np.ndarray, " word"]:
        """The score of each word, wherever it stands."""
        return vector @ self.u / vector.shape[1] ** 0.5

    def logits(self, texts: Texts) -> Float[np.ndarray, " message"]:
        """ln(p / (1 - p)) of each message being spam."""
        return self._mixed(texts)[2] + self.b

    def wrong(self, texts: Texts) -> Bool[np.ndarray, " message"]:
        """Which messages are put on the wrong side of one half."""
        return (self.logits(texts) > 0) != (texts.spam > 0.5)

    def loss(self, texts: Texts) -> float:
        """Mean logistic loss in nats."""
        logits = self.logits(texts)
        return float((np.logaddexp(0, logits) - texts.spam * logits).mean())

    def gradient(self, texts: Texts) -> "Head":
        """How the loss moves with u, v and b.

        dL/ds_j = a_j (g_j - sum a g) with g_j = (p - y) v . e_j, as the seed prints it, summed over all places of a
        word: a_j is share / total there, so that nothing as large as a map is made.
        """
        share, total, mixed = self._mixed(texts)
        off = (logistic(mixed + self.b) - texts.spam) / len(texts.spam)
        back = np.stack([off / total, off * mixed / total], axis=1)
        heard, against = (texts.counts.T @ back).T
        on_scores = share * ((texts.vector @ self.v) * heard - against)
        on_u = on_scores @ texts.vector / texts.vector.shape[1] ** 0.5
        return Head(on_u, (share * heard) @ texts.vector, float(off.sum()))

    def _mixed(
        self, texts: Texts
    ) -> tuple[Float[np.ndarray, " word"], Float[np.ndarray, " message"], Float[np.ndarray, " message"]]:
        """exp(score) of each word, its sum over each message, and v . c."""
        score = self.scores(texts.vector)
        share = np.exp(score - score.max())
        both = texts.counts @ np.stack([share, share * (texts.vector @ self.v)], axis=1)
        return share, both[:, 0], both[:, 1] / both[:, 0]


def descend(texts: Texts, *, attends: bool, epochs: int = 300, rate: float = 3.0, momentum: float = 0.9) -> Head:
    """Full-batch gradient descent from 0: the seed's recipe. Without `attends` the query stays 0: mean pooling."""
    x, speed = np.zeros(2 * texts.vector.shape[1] + 1), 0.0
    for _ in range(epochs):
        speed = momentum * speed - rate * _flat(_unflat(x).gradient(texts), attends)
        x = x + speed
    return _unflat(x)


def converge(texts: Texts, *, attends: bool, l2: float = 1e-5) -> Head:
    """The same loss taken to its end by L-BFGS, with a little weight decay on u and v so that there is an end."""
    from scipy.optimize import minimize

    size = 2 * texts.vector.shape[1]
    found = minimize(
        partial(_decayed, texts=texts, attends=attends, l2=l2), np.zeros(size + 1), jac=True, method="L-BFGS-B",
        options={"maxiter": 5000, "maxfun": 10_000, "ftol": 1e-12, "gtol": 1e-8},
    )  # fmt: skip
    return _unflat(found.x)


def on_scores(
    score: Float[np.ndarray, " token"], worth: Float[np.ndarray, " token"], b: float, spam: bool
) -> Float[np.ndarray, " token"]:
    """dL/ds of one message as the seed prints it: a_j (g_j - sum a g), g_j = (p - y) worth_j, worth_j = v . e_j."""
    weight = softmax(score)
    return turned(weight, (logistic(weight @ worth + b) - spam) * worth)


def turned(weight: Float[np.ndarray, " token"], g: Float[np.ndarray, " token"]) -> Float[np.ndarray, " token"]:
    """A gradient on the weights brought back through the softmax: what is common to all of g is lost."""
    return weight * (g - weight @ g)


def without_each(score: Float[np.ndarray, " token"], worth: Float[np.ndarray, " token"]) -> Float[np.ndarray, " token"]:
    """By how much the logit of a message of two words or more moves when each of its tokens in turn is left out."""
    share = np.exp(score - score.max())
    return (share @ worth - share * worth) / (share.sum() - share) - share @ worth / share.sum()


def _decayed(x: Float[np.ndarray, " parameter"], *, texts: Texts, attends: bool, l2: float) -> tuple[float, np.ndarray]:
    head, own = _unflat(x), np.append(x[:-1], 0.0)
    return head.loss(texts) + l2 / 2 * float(own @ own), _flat(head.gradient(texts), attends) + l2 * own


def _flat(head: Head, attends: bool) -> Float[np.ndarray, " parameter"]:
    return np.concatenate([head.u * attends, head.v, [head.b]])


def _unflat(x: Float[np.ndarray, " parameter"]) -> Head:
    dim = len(x) // 2
    return Head(x[:dim], x[dim : 2 * dim], float(x[-1]))
