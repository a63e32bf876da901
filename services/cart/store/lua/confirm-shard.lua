-- Writes a meaningless value. A replica that has this value has all earlier writes of the shard too.
--
-- KEYS[1]  confirmed  text
-- returns  1
redis.call('SET', KEYS[1], '', 'PX', 1000)
return 1
