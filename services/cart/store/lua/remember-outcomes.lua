-- Remembers what became of commands that changed nothing: refusals under a client's own idempotency keys.
--
-- KEYS[1..] once  text  outcome of a command
-- ARGV      for each key: outcome, milliseconds to keep it
-- returns   how many were remembered; one that is there already stays as it is
local kept = 0
for i = 1, #KEYS do
  if redis.call('SET', KEYS[i], ARGV[2 * i - 1], 'PX', ARGV[2 * i], 'NX') then
    kept = kept + 1
  end
end
return kept
