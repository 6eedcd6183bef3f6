-- The same as lists.tsh, from Lua: what Apple's page says beside what UIKit does.
-- In this folder: tablesh --allow-read=hike.json run lists.lua

tablesh.run("open hike.json; selection uikit")

-- The delegate's calls of a command, in a line, but for those of the highlight; silent ones are the
-- program's own.
local function calls(line)
  local reply = tablesh.run(line)
  local names = {}
  for _, event in ipairs(reply.events or {}) do
    if not event.silent and not event.event:find "ighlight" then names[#names + 1] = event.event end
  end
  return #names > 0 and table.concat(names, ", ") or "no call"
end

local function compare(what, text, uikit)
  print(string.format("%-24s  published: %-23s  UIKit: %s", what, text, uikit))
end

-- The row that is selected, by its key.
local function selected()
  for row in tablesh.table():selected() do return row.id end
  return "nothing"
end

-- A tap opens a row; what comes back clears the selection.
print("tap", calls("tap @t2"), selected())
tablesh.run("back")
print("back", selected())
tablesh.run("traits @t3 accessory=detail")
print("accessory", calls("accessory @t3"), selected())

-- A program's selection: an old revision of the page says that it is told as a tap is.
compare("a program selects t1", calls("select --notify @t1"), calls("select only @t3"))
tablesh.run("deselect")

-- Any number of checkmarks: the delegate does it by hand, as on the page, in one step with the tap.
tablesh.policy {
  name = "packing-list",
  section = "Packing",
  did_select = function(row)
    tablesh.run("deselect @" .. row.id)
    tablesh.run("mark toggle @" .. row.id)
  end,
}
local reply
for _, id in ipairs { "p1", "p3", "p1" } do reply = tablesh.run("tap @" .. id) end
print("packed", table.concat(reply.marks, " "), #reply.selection .. " selected")

-- One checkmark in a section. The page remembers the index of its row.
tablesh.run("selection checklist Level exclusive; tap @hard; tap @hard")
local remembered = 2
tablesh.run("insert Level:0 id=stroll name=Stroll")
local marked = {}
for _, key in ipairs(tablesh.run("count marked").marks) do marked[key] = true end
local level = tablesh.table():section("Level")
local kept
for row in level:rows() do kept = marked[row.id] and row.id or kept end
compare("marked, after an insertion", level:row("Level:" .. remembered).id, kept)
tablesh.run("quit!")
