-- Finds the first carts of a sorted list, and counts all carts of the list. The list contains the carts in several
-- shards of one master. Writes nothing. services/cart/store/keys.ts defines the names of the keys. The script has no
-- `#!` line, so that it may read several slots.
--
-- KEYS[1]  any key of the master, to which a cluster routes the script
-- ARGV[1]  index: created, updated or expiry
-- ARGV[2]  'asc' or 'desc'; carts are sorted by score and then by key
-- ARGV[3]  maximum number of carts to find
-- ARGV[4]  number of kinds of owner
-- ARGV[5..] kinds of owner, then shards
-- returns  { carts that exist, { shards with expired carts }, { key, score, … } }
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local descending = ARGV[2] == 'desc'
local wanted = tonumber(ARGV[3])
local owners = tonumber(ARGV[4])
local range = descending and 'ZREVRANGE' or 'ZRANGE'

local kept, expired_shards, lists = 0, {}, {}
for i = 5 + owners, #ARGV do
  local expired = 0
  for j = 5, 4 + owners do
    local prefix = '{' .. ARGV[i] .. '}:' .. ARGV[j] .. 's:'
    local count = redis.call('ZCARD', prefix .. 'expiry')
    if count > 0 then
      local gone = redis.call('ZCOUNT', prefix .. 'expiry', '-inf', '(' .. now)
      expired = expired + gone
      kept = kept + count - gone
      local head = redis.call(range, prefix .. ARGV[1], 0, 0, 'WITHSCORES')
      if head[1] then
        lists[#lists + 1] = { name = prefix .. ARGV[1], entries = head, at = 1, from = 1 }
      end
    end
  end
  if expired > 0 then
    expired_shards[#expired_shards + 1] = tonumber(ARGV[i])
  end
end

local function before(one, other)
  local key, score = one.entries[one.at], tonumber(one.entries[one.at + 1])
  local otherKey, otherScore = other.entries[other.at], tonumber(other.entries[other.at + 1])
  if score ~= otherScore then
    if descending then return score > otherScore else return score < otherScore end
  end
  if descending then return key > otherKey else return key < otherKey end
end

-- The lists are sorted by their next entries. Each step takes the next entry of the first list, and then moves this
-- list so that the lists stay sorted.
table.sort(lists, before)
local found = {}
while #found < wanted * 2 and lists[1] do
  local first = lists[1]
  found[#found + 1] = first.entries[first.at]
  found[#found + 1] = first.entries[first.at + 1]
  first.at = first.at + 2
  if not first.entries[first.at] then
    first.entries = redis.call(range, first.name, first.from, first.from + 7, 'WITHSCORES')
    first.from = first.from + 8
    first.at = 1
  end
  if not first.entries[1] then
    table.remove(lists, 1)
  else
    local at = 1
    while lists[at + 1] and before(lists[at + 1], first) do
      lists[at] = lists[at + 1]
      at = at + 1
    end
    lists[at] = first
  end
end
return { kept, expired_shards, found }
