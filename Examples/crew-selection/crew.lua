-- Limits by section and sections that change places, from Lua: as published beside UIKit.
-- In this folder: tablesh --allow-read=crew.json run crew.lua

tablesh.run("open crew.json; selection held view; selection limit Pilots exclusive; set pan.enabled on")

local function compare(what, text, uikit)
  print(string.format("%-30s  published: %-25s  UIKit: %s", what, text, uikit))
end

-- The calls about the selection that the delegate hears, silent ones left out.
local function calls(line)
  local names = {}
  for _, event in ipairs(tablesh.run(line).events or {}) do
    if not event.silent and event.event:find "elect" then names[#names + 1] = event.event end
  end
  return table.concat(names, ", ")
end

-- Two delegates that keep a set of selected people, as TableSectionsAndAnimatedUpdate does: `ids`
-- as its code has it, `forgetful` as the answer has it, which leaves didDeselect out.
local ids, forgetful = {}, {}
tablesh.policy {
  name = "members",
  did_select = function(row)
    if row.section == "Pilots" then ids, forgetful = {}, {} end
    ids[row.id], forgetful[row.id] = true, true
  end,
  did_deselect = function(row) ids[row.id] = nil end,
}

local function set(members)
  local names = {}
  for name in pairs(members) do names[#names + 1] = name end
  table.sort(names)
  return "{" .. table.concat(names, " ") .. "}"
end

-- In willSelect the old pilot is deselected by program, so nobody hears of him.
print("tap P1", calls("tap @P1"))
print("tap P2", calls("tap @P2"), set(ids))

-- A radio row can be tapped off. Who forgets didDeselect keeps a checkmark on it.
print("tap P2 again", calls("tap @P2"))
compare("what the data holds", set(forgetful), set(ids))

-- "Limits are complete": they live in willSelect, and hear of nothing that passes it by.
local function selected(line)
  tablesh.run("deselect; edit on")
  local reply, err = tablesh.run(line)
  local what = reply and #reply.selection .. " selected" or err.code
  tablesh.run("deselect; edit off")
  return what
end

compare("a pan over both pilots", "one at most", selected("pan --as-published Pilots:0 Pilots:1"))
compare("the system's pan", "one at most", selected("pan --system Pilots:0 Pilots:1"))
tablesh.run("set limits-see-taps-only on")
compare("a program selects both", "one at most", selected("select Pilots"))
tablesh.run("set limits-see-taps-only off")
print("select, as it is here", selected("select Pilots"))

-- The sections change places: the project deletes and inserts their rows, UIKit can move the section.
tablesh.run("selection limit Pilots inclusive; select @P1,@C3,@1A")
local reply = tablesh.run("reorder sections --by-rows Crew Pilots")
print(reply.output)
tablesh.run("undo")
reply = tablesh.run("reorder sections Crew Pilots")
print(reply.output)
print(reply.plan:text())
tablesh.run("quit!")
