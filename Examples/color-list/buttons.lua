-- Edit, Reload and Delete (N) from Lua: what Brian Slick's chapter says beside what UIKit does.
-- In this folder: tablesh --allow-read=colors.csv run buttons.lua

tablesh.run("open --key name colors.csv; selection uikit")
tablesh.run("selection flags allowsMultipleSelectionDuringEditing on")

local function compare(what, text, uikit)
  print(string.format("%-28s  published: %-12s  UIKit: %s", what, text, uikit))
end

-- A delegate that writes the title of the button, and one that forgets didDeselect, as the chapter
-- does at first and on purpose.
local count, title, stuck = 0, "Delete", "Delete"
local function written() return count > 0 and ("Delete (%d)"):format(count) or "Delete" end
local calls = {}
tablesh.policy {
  name = "titles",
  will_select = function() calls[#calls + 1] = "willSelect" return true end,
  did_select = function(_, selection)
    calls[#calls + 1] = "didSelect"
    count = #selection
    title, stuck = written(), written()
  end,
  did_deselect = function(_, selection)
    count = #selection
    title = written()
  end,
}

-- A second tap on the selected row, outside editing mode: "nothing happens".
tablesh.run("tap @Red")
calls = {}
tablesh.run("tap @Red")
compare("a second tap", "no call", table.concat(calls, ", "))

-- Edit. The chapter: it always clears the selection.
tablesh.run("edit on")
for _, name in ipairs { "Orange", "Green", "Orange" } do tablesh.run("tap @" .. name) end
compare("tap, tap, tap again", title, title)
compare("the same, no didDeselect", stuck, title)

-- Reload clears what the view holds, and tells nobody: the title has to be written by hand.
tablesh.run("reload --data")
local left = 0
for _ in tablesh.table():selected() do left = left + 1 end
compare("reloadData", "0 selected", left .. " selected; the delegate's title says " .. title)

-- Editing mode with several rows selected and both flags on keeps them.
tablesh.run("edit off; selection flags allowsMultipleSelection on; tap @Red; tap @Blue")
compare("edit on, two selected", "cleared", #tablesh.run("edit on").selection .. " stay")
tablesh.run("edit off; tap @Red")
compare("edit on, one selected", "cleared", #tablesh.run("edit on").selection .. " stay")

-- Delete (N): rows of all sections, by section and row. The chapter's set of row indexes would be {1}
-- for 0:1 and 1:1, and delete one row of the data for two of the view.
tablesh.run("edit off; section add More; insert More name=Cyan; insert More name=Black")
tablesh.run("edit on; tap 0:1; tap 1:1")
local reply = tablesh.run("delete-selected")
print("Delete (2)", reply.plan:text())
tablesh.run("quit!")
