-- Commits a new state of a cart, made by one or more commands, if nobody has committed one since it was read.
-- All keys carry the same {shard} tag.
--
-- 1. Nothing is written when the deadline has passed, another commit came first, or a write was done before.
-- 2. The state gets the shard's next revisions, one for each command, and a fresh life.
-- 3. The shard's indexes follow; a few carts that have expired leave them.
-- 4. The outcome of each command is remembered under its idempotency key.
-- 5. An event for each command is appended to the outbox.
--
-- KEYS[1]    cart      hash    revision, state
-- KEYS[2]    counter   number  last revision given in this shard; revisions never repeat, even after a cart's end
-- KEYS[3]    created   zset    cart key, scored by its first commit in Unix milliseconds
-- KEYS[4]    updated   zset    cart key, scored by its last commit
-- KEYS[5]    expiry    zset    cart key, scored by its end
-- KEYS[6]    names     zset    cart key, all scored 0, for search by prefix
-- KEYS[7]    emails    zset    e-mail, NUL, cart key, all scored 0, for search by prefix
-- KEYS[8]    email-of  hash    cart key -> e-mail, to find the entry of KEYS[7] again
-- KEYS[9]    outbox    stream  the shard's last events, a thousand or so: cart, revision, event as opaque text
-- KEYS[10..] once      text    outcome of a command, one key each
-- ARGV[1]    revision the new state was made from; 0 for a new cart
-- ARGV[2]    state
-- ARGV[3]    cart key
-- ARGV[4]    milliseconds until an untouched cart expires
-- ARGV[5]    e-mail of the cart's customer, or ''
-- ARGV[6]    Unix milliseconds by Redis' clock after which nothing may be written
-- ARGV[7]    how many commands made the state, at least 1
-- ARGV[8..]  an event for each command; then for each key from KEYS[10] on: outcome, milliseconds to keep it
-- returns    { 'committed', last revision, Redis' time in Unix milliseconds }, { 'raced' } or { 'late' }
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(ARGV[6]) then
  return { 'late' }
end
if tonumber(redis.call('HGET', KEYS[1], 'revision') or 0) ~= tonumber(ARGV[1]) then
  return { 'raced' }
end
if #KEYS > 9 and redis.call('EXISTS', unpack(KEYS, 10)) > 0 then
  return { 'raced' }
end

local key = ARGV[3]
local commands = tonumber(ARGV[7])
local revision = redis.call('INCRBY', KEYS[2], commands)
local expiry = now + ARGV[4]
redis.call('HSET', KEYS[1], 'revision', revision, 'state', ARGV[2])
redis.call('PEXPIREAT', KEYS[1], expiry)

for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', '(' .. now, 'LIMIT', 0, 4)) do
  local email = redis.call('HGET', KEYS[8], gone)
  if email then
    redis.call('ZREM', KEYS[7], email .. '\0' .. gone)
    redis.call('HDEL', KEYS[8], gone)
  end
  for i = 3, 6 do
    redis.call('ZREM', KEYS[i], gone)
  end
end
if ARGV[1] == '0' then
  redis.call('ZADD', KEYS[3], now, key)
  redis.call('ZADD', KEYS[6], 0, key)
end
redis.call('ZADD', KEYS[4], now, key)
redis.call('ZADD', KEYS[5], expiry, key)
local email = redis.call('HGET', KEYS[8], key) or ''
if email ~= ARGV[5] then
  redis.call('ZREM', KEYS[7], email .. '\0' .. key)
  if ARGV[5] == '' then
    redis.call('HDEL', KEYS[8], key)
  else
    redis.call('HSET', KEYS[8], key, ARGV[5])
    redis.call('ZADD', KEYS[7], 0, ARGV[5] .. '\0' .. key)
  end
end

for i = 10, #KEYS do
  local at = 8 + commands + (i - 10) * 2
  redis.call('SET', KEYS[i], ARGV[at], 'PX', ARGV[at + 1])
end
for i = 1, commands do
  local of = revision - commands + i
  redis.call('XADD', KEYS[9], 'MAXLEN', '~', 1000, '*', 'cart', key, 'revision', of, 'event', ARGV[7 + i])
end
return { 'committed', revision, now }
