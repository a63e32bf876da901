-- For each given score, counts the entries of a shard's indexes that come before this score. Writes nothing.
--
-- KEYS      indexes of the shard, zsets
-- ARGV[1]   'asc' or 'desc': whether the lowest or the highest scores come first
-- ARGV[2..] scores
-- returns   for each score, the number of entries before this score
local counts = {}
for i = 2, #ARGV do
  local before = 0
  for _, key in ipairs(KEYS) do
    if ARGV[1] == 'asc' then
      before = before + redis.call('ZCOUNT', key, '-inf', '(' .. ARGV[i])
    else
      before = before + redis.call('ZCOUNT', key, '(' .. ARGV[i], '+inf')
    end
  end
  counts[i - 1] = before
end
return counts
