-- DiffCalculator of Stan Ostrovskiy's article: by key, first match, index left out; no moves.
-- dofile returns its functions; article.lua and calculator.lua call them.

local DiffCalculator = {}

-- The first of a list with a key: the subscript of ReloadableSectionData and ReloadableCellData.
local function first(list, key)
  for _, item in ipairs(list) do
    if item.key == key then return item end
  end
end

-- The keys of the old list, then those that are new: filterDuplicates.
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

-- Sections are lists of { key, index, cells }, cells of { key, value, index }.
function DiffCalculator.calculate(old, new)
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
  return sections, rows
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

-- The changes as a plan that tablesh check reads.
function DiffCalculator.json(sections, rows)
  return ('{"stages":[{"sections":%s,"rows":%s}]}'):format(
    members(sections, { "delete", "insert" }), members(rows, { "delete", "insert", "reload" }))
end

-- The changes in a line: "delete section 3", "insert 4:2".
function DiffCalculator.text(sections, rows)
  local parts = {}
  for _, name in ipairs { "delete", "insert" } do
    for _, index in ipairs(sections[name]) do parts[#parts + 1] = name .. " section " .. index end
  end
  for _, name in ipairs { "delete", "insert", "reload" } do
    for _, path in ipairs(rows[name]) do
      parts[#parts + 1] = name .. " row " .. path:gsub("[%[%]]", ""):gsub(",", ":")
    end
  end
  return #parts > 0 and table.concat(parts, ", ") or "nothing"
end

return DiffCalculator
