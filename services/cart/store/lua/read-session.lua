-- Reads a cart with the times that its shard's indexes have of it. Writes nothing.
--
-- KEYS[1]  cart     hash  revision, state
-- KEYS[2]  created  zset  cart key, scored by its first commit in Unix milliseconds
-- KEYS[3]  updated  zset  cart key, scored by its last commit
-- KEYS[4]  expiry   zset  cart key, scored by its end
-- ARGV[1]  cart key
-- returns  { revision, state, created, updated, expiry }, the first two as text; {} when there is no such cart
local cart = redis.call('HMGET', KEYS[1], 'revision', 'state')
if not cart[1] then
  return {}
end
local reply = { cart[1], cart[2] }
for i = 2, 4 do
  reply[i + 1] = redis.call('ZSCORE', KEYS[i], ARGV[1]) or '0'
end
return reply
