# The smallest recurrent network, and attention beside it.

live-chain = A chain of states, and one step of attention
live-chain-w = w: from state to state
live-chain-u = u: from input to state
live-chain-places = Places of the row
live-chain-pulse = Place of the pulse
live-chain-size = Size of the pulse
live-chain-score = Score of the pulse’s key
live-chain-state = State after each place
live-chain-reach = How much each place moves when the input at the pulse moves
live-chain-legend-chain = the chain: slope of the state
live-chain-legend-below = slope below zero
live-chain-legend-share = attention: weight of the pulse, one step
live-chain-last = Last state
live-chain-factor = Last factor
live-chain-slope = Slope of the last state
live-chain-share = Weight in attention
live-chain-beyond = The pulse stands at place { $pulse }, but the row ends at place { $places }.
live-chain-picture =
    { $distance ->
        [one] The states of a chain and its slopes. { $distance } place after the pulse
       *[other] The states of a chain and its slopes. { $distance } places after the pulse
    } the slope of the last state is { $slope }, the weight in attention { $share }.
