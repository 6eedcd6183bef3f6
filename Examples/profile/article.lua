-- The difference as Stan Ostrovskiy's article computes it, as a plan.
-- In this folder:
--   tablesh --allow-read run article.lua before.json after.json > article.json
--   tablesh check before.json article.json after.json
-- With --key COLUMN cells are known by a column, as the article knows friends by their name, and the tables
-- are read without a key, so that a name may stand twice.

local DiffCalculator = dofile((arg[0]:match("^.*/") or "") .. "diffcalculator.lua")

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

local old, new = read(arg[files]), read(arg[files + 1])
print(DiffCalculator.json(DiffCalculator.calculate(old, new)))
