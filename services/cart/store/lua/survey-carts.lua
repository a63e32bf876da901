-- Counts the carts of a shard, and returns the lowest and highest score of an index. Writes nothing.
--
-- KEYS      for each kind of owner: expiry, zset scored by the expiry in Unix milliseconds; then the index, a zset
-- returns   { carts that exist, expired carts, lowest score, highest score }; an empty index has '' for both scores
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept, expired, lowest, highest = 0, 0, '', ''
for i = 1, #KEYS, 2 do
  local gone = redis.call('ZCOUNT', KEYS[i], '-inf', '(' .. now)
  expired = expired + gone
  kept = kept + redis.call('ZCARD', KEYS[i]) - gone
  local first = redis.call('ZRANGE', KEYS[i + 1], 0, 0, 'WITHSCORES')[2]
  if first then
    local last = redis.call('ZRANGE', KEYS[i + 1], -1, -1, 'WITHSCORES')[2]
    lowest = (lowest == '' or tonumber(first) < tonumber(lowest)) and first or lowest
    highest = (highest == '' or tonumber(last) > tonumber(highest)) and last or highest
  end
end
return { kept, expired, lowest, highest }
