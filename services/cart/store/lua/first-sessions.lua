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
local call = redis.call
local time = call('TIME')
local past = '(' .. time[1] * 1000 + math.floor(time[2] / 1000)
local order, descending, wanted, owners = ARGV[1], ARGV[2] == 'desc', tonumber(ARGV[3]), tonumber(ARGV[4])
local range = descending and 'ZREVRANGE' or 'ZRANGE'

-- For each list: its name, the entries that were read last as { key, score, … }, the place of its next entry in them,
-- and the number of its entries read so far. `scores` has the scores of the next entries, negated if descending.
local names, entries, places, read, scores = {}, {}, {}, {}, {}

local function set_score(list)
  local score = tonumber(entries[list][places[list] + 1])
  scores[list] = descending and -score or score
end

local kept, expired_shards = 0, {}
for i = 5 + owners, #ARGV do
  local expired = 0
  for j = 5, 4 + owners do
    local prefix = '{' .. ARGV[i] .. '}:' .. ARGV[j] .. 's:'
    local expiry = prefix .. 'expiry'
    local count = call('ZCARD', expiry)
    if count > 0 then
      local gone = call('ZCOUNT', expiry, '-inf', past)
      expired = expired + gone
      kept = kept + count - gone
      local name = prefix .. order
      local head = call(range, name, 0, 0, 'WITHSCORES')
      if head[1] then
        local list = #names + 1
        names[list], entries[list], places[list], read[list] = name, head, 1, 1
        set_score(list)
      end
    end
  end
  if expired > 0 then
    expired_shards[#expired_shards + 1] = tonumber(ARGV[i])
  end
end

-- Compares the next entries of two lists with the same score.
local function before(one, other)
  local key, other_key = entries[one][places[one]], entries[other][places[other]]
  if descending then return key > other_key else return key < other_key end
end

local found = {}
while #found < wanted * 2 do
  local first, score = nil, math.huge
  for list = 1, #names do
    local other = scores[list]
    if other < score or (other == score and first and before(list, first)) then
      first, score = list, other
    end
  end
  if not first then break end
  local place = places[first]
  found[#found + 1] = entries[first][place]
  found[#found + 1] = entries[first][place + 1]
  place = place + 2
  if not entries[first][place] then
    -- Each read of a list is twice as long as all its reads before.
    local from = read[first]
    entries[first] = call(range, names[first], from, 3 * from - 1, 'WITHSCORES')
    read[first] = 3 * from
    place = 1
  end
  places[first] = place
  if entries[first][place] then
    set_score(first)
  else
    scores[first] = math.huge
  end
end
return { kept, expired_shards, found }
