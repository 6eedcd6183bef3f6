-- The difference as Stan Ostrovskiy's article computes it: by key, first match, index left out; no moves.
-- In this folder:
--   tablesh --allow-read run article.lua before.json after.json > article.json
--   tablesh check before.json article.json after.json
-- With --key COLUMN cells are known by a column, as the article knows friends by their name, and the tables
-- are read without a key, so that a name may stand twice.

local key
if arg[1] == "--key" then key = arg[2] end
local files = key and 3 or 1

-- What a cell shows: all but its key.
local function value(row, columns)
  if not key then return row.label .. " " .. tostring(row.value) end
  local texts = {}
  for _, column in ipairs(columns) do
    if column ~= key then texts[#texts + 1] = tostring(row[column]) end
  end
  return table.concat(texts, " ")
end

-- A table as the article has it: sections by key, each with cells of key and value.
local function read(path)
  local reply, err = tablesh.run("open " .. (key and "--key '' " or "") .. path)
  if not reply then error(err, 0) end
  local t = tablesh.table()
  local sections = {}
  for index, section in ipairs(t:sections()) do
    local cells = {}
    for row in t:section(section.index):rows() do
      cells[#cells + 1] = {
        key = row[key or "id"], value = value(row, t:columns()), index = #cells,
      }
    end
    sections[index] = { key = section.id, cells = cells, index = section.index }
  end
  return sections
end

-- The first of a list with a key.
local function first(list, key)
  for _, item in ipairs(list) do
    if item.key == key then return item end
  end
end

-- The keys of the old list, then those that are new.
local function union(old, new)
  local keys, seen = {}, {}
  for _, list in ipairs { old, new } do
    for _, item in ipairs(list) do
      if not seen[item.key] then
        seen[item.key] = true
        keys[#keys + 1] = item.key
      end
    end
  end
  return keys
end

local old, new = read(arg[files]), read(arg[files + 1])
local sections = { delete = {}, insert = {} }
local rows = { delete = {}, insert = {}, reload = {} }

for _, key in ipairs(union(old, new)) do
  local a, b = first(old, key), first(new, key)
  if not b then
    table.insert(sections.delete, a.index)
  elseif not a then
    table.insert(sections.insert, b.index)
  else
    for _, cell in ipairs(union(a.cells, b.cells)) do
      local x, y = first(a.cells, cell), first(b.cells, cell)
      if x and y then
        -- The prose of the article says "equal" here; its code, and sense, say unequal.
        if x.value ~= y.value then
          table.insert(rows.reload, ("[%d,%d]"):format(a.index, x.index))
        end
      elseif x then
        table.insert(rows.delete, ("[%d,%d]"):format(a.index, x.index))
      else
        table.insert(rows.insert, ("[%d,%d]"):format(b.index, y.index))
      end
    end
  end
end

-- Sorted lists, empty ones left out, as plans are written.
local function members(lists, names)
  local parts = {}
  for _, name in ipairs(names) do
    table.sort(lists[name])
    if #lists[name] > 0 then
      parts[#parts + 1] = ('"%s":[%s]'):format(name, table.concat(lists[name], ","))
    end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

print(
  ('{"stages":[{"sections":%s,"rows":%s}]}'):format(
    members(sections, { "delete", "insert" }), members(rows, { "delete", "insert", "reload" })))
