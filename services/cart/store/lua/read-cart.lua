-- Reads a cart, and the outcomes of earlier writes under the idempotency keys in KEYS[2..]. Writes nothing.
--
-- KEYS[1]   cart    hash  revision -> whole number, state -> text, opaque here
-- KEYS[2..] once    text  outcome of an earlier write, opaque here
-- returns   { revision, state, milliseconds until the expiry, Redis' time in Unix milliseconds, outcomes… }
--           Without a cart: revision 0, state '' and negative milliseconds. A missing outcome is false.
local time = redis.call('TIME')
local cart = redis.call('HMGET', KEYS[1], 'revision', 'state')
local reply = {
  tonumber(cart[1] or 0),
  cart[2] or '',
  redis.call('PTTL', KEYS[1]),
  time[1] * 1000 + math.floor(time[2] / 1000),
}
for i = 2, #KEYS do
  reply[i + 3] = redis.call('GET', KEYS[i])
end
return reply
