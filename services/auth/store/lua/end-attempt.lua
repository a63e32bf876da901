-- Ends a login attempt: removes the attempt from the attempts in progress, and counts a failed attempt.
--
-- KEYS     two for each limit: failures  zset  failed attempts, scored by time in milliseconds
--                              begun     zset  attempts in progress
-- ARGV[1]  the id of the attempt
-- ARGV[2]  1 when the attempt failed, else 0
-- ARGV     from the third on, one for each limit: the milliseconds for which a failure counts
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for at = 1, #KEYS / 2 do
  redis.call('ZREM', KEYS[2 * at], ARGV[1])
  if ARGV[2] == '1' then
    redis.call('ZADD', KEYS[2 * at - 1], now, ARGV[1])
    redis.call('PEXPIRE', KEYS[2 * at - 1], ARGV[at + 2])
  end
end
