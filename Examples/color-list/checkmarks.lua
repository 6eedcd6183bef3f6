-- The second project of Brian Slick's chapter, method by method: a tap toggles a checkmark that the
-- controller keeps; there is no editing mode, and Reload loses nothing.
-- In this folder: tablesh --allow-read=colors.csv run checkmarks.lua

tablesh.run("open --key name colors.csv; selection uikit")

-- The property selectedIndexPaths: index paths, as in the chapter.
local selectedIndexPaths = {}

tablesh.policy {
  name = "checkmarks",
  -- populateCell(_:indexPath:), called by cellForRowAt and below.
  update_cell = function(row) return selectedIndexPaths[row.path] and "checkmark" or "none" end,
  -- didSelectRowAt: deselect the row in any case, toggle, and populate its cell.
  did_select = function(row)
    tablesh.run("deselect " .. row.path)
    selectedIndexPaths[row.path] = not selectedIndexPaths[row.path] or nil
    tablesh.update_cell(row)
  end,
}

local function show(line) print("> " .. line .. "\n" .. tablesh.run(line).output) end

-- Checked, checked, and unchecked; nothing is selected.
for _, name in ipairs { "Red", "Green", "Blue", "Green" } do tablesh.run("tap @" .. name) end
show "show"
-- Reload: "Notice that you don't lose your checkmarks."
show "reload --data"
show "show"

-- What the chapter keeps are index paths: a row is inserted above, and the checkmarks stay where they
-- were, beside other colors. A mark of the data ("an isSelected property on a model object") goes along.
tablesh.run("mark @Red,@Blue")
tablesh.run("insert 0:0 name=Pink hex=#ffc0cb; reload --data")
show "show"
show "count marked"
tablesh.run("quit!")
