-- Removes a cart from the indexes of its shard. Scripts that include this file have the indexes in KEYS[4] to KEYS[9]:
-- created, updated, expiry, names, emails and email-of.
local function remove_from_indexes(key)
  for i = 4, 7 do
    redis.call('ZREM', KEYS[i], key)
  end
  local email = redis.call('HGET', KEYS[9], key)
  if email then
    redis.call('ZREM', KEYS[8], email .. '\0' .. key)
    redis.call('HDEL', KEYS[9], key)
  end
end
