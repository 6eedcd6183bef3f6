-- The delegate of TableSectionsAndAnimatedUpdate, method by method: limits live in willSelect.
-- In this folder: tablesh --allow-read=crew.json run delegate.lua

tablesh.run("open crew.json; selection held view")

local multipleSelectionsAllowed = { Passengers = true }
local selectedMembers = {}

local function hash(row) return row.section .. "|" .. row.id end

tablesh.policy {
  name = "members",
  -- willSelectRowAt: whoever is selected in the section leaves the data, and the table too.
  will_select = function(row, selection)
    if not multipleSelectionsAllowed[row.section] then
      for _, other in ipairs(selection) do
        if other.section == row.section then
          selectedMembers[hash(other)] = nil
          selection:deselect(other)
        end
      end
    end
    return row
  end,
  -- didSelectRowAt
  did_select = function(row)
    selectedMembers[hash(row)] = true
    print("SELECTED THE CELL AT", hash(row))
  end,
  -- didDeselectRowAt, which the answer leaves out and the code has.
  did_deselect = function(row)
    selectedMembers[hash(row)] = nil
    print("DESELECTED", hash(row))
  end,
}

-- Taps a row, and prints the calls about the selection; the program's own stand in brackets.
local function tap(key)
  local names = {}
  for _, event in ipairs(tablesh.run("tap " .. key).events) do
    if event.event:find "elect" then
      names[#names + 1] = event.silent and "(" .. event.event .. ")" or event.event
    end
  end
  print(key, table.concat(names, ", "))
end

for _, key in ipairs { "@P1", "@P2", "@P2", "@P1", "@C3", "@1A", "@42C" } do tap(key) end

-- What the data holds is what the table shows, before and after the sections change places.
local function compare()
  local count = 0
  for row in tablesh.table():selected() do
    assert(selectedMembers[hash(row)], row.id)
    count = count + 1
  end
  for _ in pairs(selectedMembers) do count = count - 1 end
  print(count == 0 and "data and table agree" or "data and table differ")
end

compare()
tablesh.run("reorder sections --by-rows Crew Pilots Passengers")
compare()
-- Limits see taps alone; select obeys the policy, too.
tap "@P2"
print(tablesh.run("select @P1").output)
print(select(2, tablesh.run("select Crew:0-1")).message)
tablesh.run("quit!")
