-- Remembers what became of commands that changed nothing. One that is remembered already stays as it is.
--
-- KEYS[1..] once  text  outcome of a command
-- ARGV      for each key: outcome, milliseconds to keep it
-- returns   the outcome that is remembered now, for each key
local kept = {}
for i = 1, #KEYS do
  redis.call('SET', KEYS[i], ARGV[2 * i - 1], 'PX', ARGV[2 * i], 'NX')
  kept[i] = redis.call('GET', KEYS[i])
end
return kept
