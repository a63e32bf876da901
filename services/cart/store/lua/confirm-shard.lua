-- Writes a value without meaning. A replica that has it has all earlier writes of this shard.
--
-- KEYS[1]  confirmed  text
-- returns  1
redis.call('SET', KEYS[1], '', 'PX', 1000)
return 1
