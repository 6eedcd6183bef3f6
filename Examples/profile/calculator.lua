-- Parts 3 to 5 of the article on each push: what its DiffCalculator finds, and what is found here.
-- In this folder:
--   tablesh --plugin profile.lua --allow-read=events.txt,diffcalculator.lua run calculator.lua

local DiffCalculator = dofile("diffcalculator.lua")

tablesh.run("set table none; set content reload; set coalesce off")

-- The view model as the article prints it: CellItem(value:, id:) for each section.
local cells = {
  nameAndPicture = function(row) return "nameAndPicture", row.pictureUrl .. ", " .. row.fullName end,
  about = function(row) return "about", row.about end,
  email = function(row) return "email", row.email end,
  attribute = function(row) return row.key, row.value end,
  -- extension Friend: description returns "pictureUrl", in quotes: the same for all.
  friend = function(row) return row.name, "pictureUrl" end,
}

-- Whether the children of a list are an array without holes: `as? [[String: Any]]` fails otherwise,
-- and the section is left out.
local function isArray(rows)
  for index, row in ipairs(rows) do
    if row["$key"] ~= tostring(index - 1) then return false end
  end
  return true
end

-- parseData(profile:) and flatten(items:)
local function flatten(t)
  local items = {}
  for _, section in ipairs(t:sections()) do
    local rows, list = {}, {}
    for row in t:section(section.index):rows() do rows[#rows + 1] = row end
    if section.id == "attribute" or section.id == "friend" then
      if not isArray(rows) then rows = {} end
    end
    for index, row in ipairs(rows) do
      local id, value = cells[section.id](row)
      list[index] = { key = id, value = value, index = index - 1 }
    end
    if #list > 0 then items[#items + 1] = { key = section.id, cells = list, index = #items } end
  end
  return items
end

-- self.items, until setup(newItems:) gives it the new ones.
local items

tablesh.on("before_push", function(event) items = items or flatten(event.table) end)

tablesh.on("did_push", function(event)
  local newItems = flatten(event.table)
  local here = event.plan:text():gsub("^[^\n]*\n", ""):gsub("%s+", " "):gsub(" $", "")
  local published = DiffCalculator.text(DiffCalculator.calculate(items, newItems))
  print(("DiffCalculator: %-18s  here:%s"):format(published, here))
  items = newItems
end)

tablesh.run("watch --replay --loader profile events.txt")
