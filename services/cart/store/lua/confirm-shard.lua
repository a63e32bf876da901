-- Writes something that says nothing. Once a replica has it, it has all that was written in this shard before.
--
-- KEYS[1]  confirmed  text
-- returns  1
redis.call('SET', KEYS[1], '', 'PX', 1000)
return 1
