-- Stores outcomes of writes that changed nothing. Stores nothing if one of these writes is a repetition.
--
-- KEYS[1..] once  text  outcome of a write
-- ARGV      for each key: outcome, time to live in milliseconds
-- returns   1, or 0 when nothing was written
if redis.call('EXISTS', unpack(KEYS)) > 0 then
  return 0
end
for i = 1, #KEYS do
  redis.call('SET', KEYS[i], ARGV[2 * i - 1], 'PX', ARGV[2 * i])
end
return 1
