-- Reads carts, and their times from the indexes. Writes nothing. The script has no `#!` line, so that it may read
-- several slots of one master.
--
-- KEYS[1]  any key of the master, to which a cluster routes the script
-- ARGV     for each cart: hash of the cart, zsets created, updated and expiry, cart key
-- returns  for each cart { revision, state, created, updated, expiry }, all as text; {} for a missing cart
local reply = {}
for i = 1, #ARGV, 5 do
  local cart = redis.call('HMGET', ARGV[i], 'revision', 'state')
  local found = {}
  if cart[1] then
    found = { cart[1], cart[2] }
    for j = 1, 3 do
      found[j + 2] = redis.call('ZSCORE', ARGV[i + j], ARGV[i + 4]) or '0'
    end
  end
  reply[#reply + 1] = found
end
return reply
