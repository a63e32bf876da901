-- Writes a meaningless value. When a replica of Redis has confirmed this write, the replica also has all earlier writes
-- of the shard.
--
-- KEYS[1]  confirmed  text
-- returns  1
redis.call('SET', KEYS[1], '', 'PX', 1000)
return 1
