-- The delegate of TableSectionsAndAnimatedUpdate, method by method: limits live in willSelect.
-- In this folder: tablesh --allow-read=crew.json run delegate.lua

tablesh.run("open crew.json; selection held view")

local multipleSelectionsAllowed = { Passengers = true }
local selectedMembers = {}

local function hash(row) return row.section .. "|" .. row.id end

tablesh.policy {
  name = "members",
  -- updateCell(_:atIndexPath:), the only place that draws a cell. cellForRowAt calls it for cells that
  -- come on the screen; tablesh.update_cell is updateCell(atIndexPath:), for visible ones.
  update_cell = function(row)
    local shouldBeSelected = selectedMembers[hash(row)]
    print(shouldBeSelected and "SELECTED" or "DESELECTED", hash(row))
    return shouldBeSelected and "checkmark" or "none"
  end,
  -- willSelectRowAt: whoever is selected in the section leaves the data, and the table too.
  will_select = function(row, selection)
    if not multipleSelectionsAllowed[row.section] then
      for _, other in ipairs(selection) do
        if other.section == row.section then
          selectedMembers[hash(other)] = nil
          tablesh.update_cell(other)
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
    tablesh.update_cell(row)
  end,
  -- didDeselectRowAt, which the answer leaves out and the code has.
  did_deselect = function(row)
    selectedMembers[hash(row)] = nil
    print("DESELECTED THE CELL AT", hash(row))
    tablesh.update_cell(row)
  end,
}

-- Does a line, below it what the delegate prints.
local function step(line)
  print("> " .. line)
  return tablesh.run(line)
end

-- The app starts: cellForRowAt for each visible row.
step "show Pilots"

-- Two taps in a section of one selection: five lines, as in the project's listing.
step "tap @P1"
step "tap @P2"
print(step("show Pilots").output)

-- Off again, and taps in the other sections.
for _, key in ipairs { "@P2", "@P1", "@C3", "@1A", "@42C" } do step("tap " .. key) end

-- A row that comes on the screen is drawn then: the last one was tapped far below.
step "scroll end"
step "scroll home"

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
-- The rows of both sections go and come again, so that their cells are drawn anew.
step "reorder sections --by-rows Crew Pilots Passengers"
compare()
-- Limits see taps alone; select obeys the policy, too.
step "tap @P2"
print(step("select @P1").output)
print(select(2, step "select Crew:0-1").message)
tablesh.run("quit!")
