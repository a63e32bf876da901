-- Begins a login attempt if fewer attempts than the limit have failed within the window. Attempts in progress
-- count too, so that concurrent attempts cannot exceed the limit before their failures are counted.
--
-- KEYS     two for each limit: failures  zset  failed attempts, scored by time in milliseconds
--                              begun     zset  attempts in progress, scored by their start
-- ARGV[1]  the id of the attempt
-- ARGV[2]  begin  adds the attempt to the attempts in progress
--          look   only checks the limits
--          fail   counts the attempt as failed at once
-- ARGV[3]  milliseconds after which an attempt in progress no longer counts
-- ARGV     from the fourth on, two for each limit: the maximum of failures, the window in milliseconds
--
-- returns  { 0, 0 } when the attempt may begin
--          { n, milliseconds } when the attempt is refused: the failures have reached the n-th limit, counted from 1,
--            and will be below this limit after these milliseconds
--          { -1, 0 } when the attempt must wait, because attempts in progress could still fail
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local bound, wait, busy = 0, 0, false
for at = 1, #KEYS / 2 do
  local failures, begun = KEYS[2 * at - 1], KEYS[2 * at]
  local limit, window = tonumber(ARGV[2 * at + 2]), tonumber(ARGV[2 * at + 3])
  redis.call('ZREMRANGEBYSCORE', failures, '-inf', now - window)
  redis.call('ZREMRANGEBYSCORE', begun, '-inf', now - ARGV[3])
  local failed = redis.call('ZCARD', failures)
  if failed >= limit then
    local first = redis.call('ZRANGE', failures, failed - limit, failed - limit, 'WITHSCORES')[2]
    local left = math.max(1, first + window - now)
    if left > wait then
      bound, wait = at, left
    end
  elseif failed + redis.call('ZCARD', begun) >= limit then
    busy = true
  end
end
if bound > 0 then
  return { bound, wait }
end
if busy and ARGV[2] == 'begin' then
  return { -1, 0 }
end
if ARGV[2] ~= 'look' then
  for at = 1, #KEYS / 2 do
    local failed = ARGV[2] == 'fail'
    local key = KEYS[failed and 2 * at - 1 or 2 * at]
    redis.call('ZADD', key, now, ARGV[1])
    redis.call('PEXPIRE', key, failed and ARGV[2 * at + 3] or ARGV[3])
  end
end
return { 0, 0 }
