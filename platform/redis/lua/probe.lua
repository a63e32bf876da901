-- Writes a key that ends by itself: a Redis that is full, or a replica of another one, refuses that.
--
-- KEYS[1]  probe   string
-- returns  the time: { Unix seconds, microseconds }
redis.call('SET', KEYS[1], '1', 'PX', 10000)
return redis.call('TIME')
