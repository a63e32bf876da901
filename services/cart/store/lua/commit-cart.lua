-- Commits a new state of a cart if the cart has not changed since it was read. One or more writes made the new state.
-- All keys contain the same {shard} tag. The indexes contain the carts of one kind of owner: guests or customers.
--
-- 1. Nothing is written if the deadline has passed, another commit came first, or one of the writes is a repetition.
-- 2. Each write that changed the cart gets the next revision of the shard. The cart gets the last of these revisions
--    and a new expiry.
-- 3. The shard's indexes are updated. If an earlier cart with this key has expired but is still in the indexes, the
--    event of its expiry is appended before the events of the new cart.
-- 4. The outcomes in ARGV are stored under the idempotency keys of their writes.
-- 5. An event for each write that changed the cart is appended to the outbox.
--
-- KEYS[1]    cart      hash    revision, state
-- KEYS[2]    counter   number  last revision given in this shard; revisions never repeat, even after a cart's end
-- KEYS[3]    outbox    stream  unpublished events: cart, revision, event as opaque text. The relay removes published
--                               events; at most about a hundred thousand events are stored
-- KEYS[4]    created   zset    cart key, scored by its first commit in Unix milliseconds
-- KEYS[5]    updated   zset    cart key, scored by its last commit
-- KEYS[6]    expiry    zset    cart key, scored by its expiry
-- KEYS[7]    names     zset    cart key, all scored 0, for search by prefix
-- KEYS[8]    emails    zset    e-mail, NUL, cart key, all scored 0, for search by prefix
-- KEYS[9]    email-of  hash    cart key -> e-mail, to find the entry of KEYS[8] after the cart is deleted
-- KEYS[10..] once      text    outcome of a write; each idempotency key has its own Redis key
-- ARGV[1]    revision before the new state; 0 for a new cart
-- ARGV[2]    state
-- ARGV[3]    cart key
-- ARGV[4]    milliseconds until an untouched cart expires
-- ARGV[5]    e-mail address in the old state; '' without an address
-- ARGV[6]    e-mail address in the new state; '' without an address
-- ARGV[7]    Unix milliseconds by Redis' clock after which nothing may be written
-- ARGV[8]    for a new cart: the event of the expiry of an earlier cart with this key
-- ARGV[9]    number of writes that changed the cart, at least 1
-- ARGV[10..] an event for each of these writes; then for each key from KEYS[10] on: outcome, time to live in
--            milliseconds
-- returns    { 'committed', last revision, Redis' time in Unix milliseconds }; { 'late' } after the deadline;
--            { 'raced' } after another commit and for a repetition
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(ARGV[7]) then
  return { 'late' }
end
if tonumber(redis.call('HGET', KEYS[1], 'revision') or 0) ~= tonumber(ARGV[1]) then
  return { 'raced' }
end
if #KEYS > 9 and redis.call('EXISTS', unpack(KEYS, 10)) > 0 then
  return { 'raced' }
end

local key = ARGV[3]
local function append(revision, event)
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100000, '*', 'cart', key, 'revision', revision, 'event', event)
end

local before = ARGV[5]
if ARGV[1] == '0' then
  if redis.call('ZADD', KEYS[4], now, key) == 0 then
    before = redis.call('HGET', KEYS[9], key) or ''
    append(redis.call('INCR', KEYS[2]), ARGV[8])
  end
  redis.call('ZADD', KEYS[7], 0, key)
end
if before ~= ARGV[6] then
  if before ~= '' then
    redis.call('ZREM', KEYS[8], before .. '\0' .. key)
  end
  if ARGV[6] == '' then
    redis.call('HDEL', KEYS[9], key)
  else
    redis.call('HSET', KEYS[9], key, ARGV[6])
    redis.call('ZADD', KEYS[8], 0, ARGV[6] .. '\0' .. key)
  end
end

local writes = tonumber(ARGV[9])
local revision = redis.call('INCRBY', KEYS[2], writes)
local expiry = now + ARGV[4]
redis.call('HSET', KEYS[1], 'revision', revision, 'state', ARGV[2])
redis.call('PEXPIREAT', KEYS[1], expiry)
redis.call('ZADD', KEYS[5], now, key)
redis.call('ZADD', KEYS[6], expiry, key)

for i = 10, #KEYS do
  local at = 10 + writes + (i - 10) * 2
  redis.call('SET', KEYS[i], ARGV[at], 'PX', ARGV[at + 1])
end
for i = 1, writes do
  append(revision - writes + i, ARGV[9 + i])
end
return { 'committed', revision, now }
