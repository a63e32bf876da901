-- Writes a key that expires by itself. A Redis that is full or is a replica refuses this write.
--
-- KEYS[1]  probe   string
-- returns  the time and the version: { Unix seconds, microseconds, version }
redis.call('SET', KEYS[1], '1', 'PX', 10000)
local time = redis.call('TIME')
return { time[1], time[2], redis.REDIS_VERSION or '' }
