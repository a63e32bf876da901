-- Carts of one kind of owner in a shard that nobody has changed for a while and of which that was not told yet, the
-- longest quiet ones first. Writes nothing.
--
-- KEYS[1]  told     number  Unix milliseconds: of all carts whose last change is no later it was told
-- KEYS[2]  updated  zset    cart key, scored by its last commit in Unix milliseconds
-- ARGV[1]  milliseconds that nobody has changed them
-- ARGV[2]  most that are given, and as many more as were changed at the same moment as the last
-- returns  { what KEYS[1] has, what it has to be once they are told, their keys… }; {} when there are none
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local told = redis.call('GET', KEYS[1]) or '0'
local after = '(' .. told
local found = redis.call('ZRANGEBYSCORE', KEYS[2], after, now - ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[2])
if #found == 0 then
  return {}
end
local reply = { told, found[#found] }
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], after, reply[2])) do
  reply[#reply + 1] = key
end
return reply
