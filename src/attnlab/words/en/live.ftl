# The live elements of the lessons: live-<kind> stands over the picture, live-<kind>-<choice> on a control.

live-row = One row of attention
live-row-scores = Scores
live-row-rivals = Further keys
live-row-rival = Score of each further key
live-row-bump = Added to the first score
live-row-temperature = Temperature
live-row-key = key
live-row-score = score
live-row-weight = weight
live-row-nth = key { $n }
live-row-score-of = Score of { $key }
live-row-further =
    { $count ->
        [one] { $count } further key
       *[other] { $count } further keys
    }
live-row-each = score { $score }, weight { $weight } each
live-row-sum = Sum of the weights
live-row-largest = Largest weight
live-row-entropy = Entropy
live-row-of-most = { $entropy } of at most { $most } nats

live-dot = A dot product
live-dot-a = Vector a
live-dot-b = Vector b
live-dot-component = component
live-dot-component-of = Component { $at } of { $vector }
live-dot-product = product
live-dot-sum = Sum of the products
live-dot-length-a = Length of a
live-dot-length-b = Length of b
live-dot-cosine = Cosine
live-dot-angle = Angle
live-dot-no-direction = none: a vector of zeros has no direction
live-dot-no-angle = Vectors a and b from one point; a vector of zeros has no direction.
live-dot-picture = Vectors a and b from one point, { $angle } degrees apart.
live-dot-sizes = Vector a has { $a } and vector b has { $b } components; both need equally many.
