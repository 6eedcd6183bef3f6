-- The same as pan.tsh, from Lua: three pans over the same rows, side by side.
-- In this folder: tablesh --allow-read=photos.csv run pan.lua

tablesh.run("open --key photo photos.csv; edit on")

-- The first entry of the README's troubleshooting: nothing happens, as it is disabled by default.
print(select(2, tablesh.run("pan 0 1")).message)
tablesh.run("edit off")

-- setEditing(_:animated:), as the README overrides it: enabled while the table is edited.
tablesh.on("did_set_editing", function(event)
  tablesh.run("set pan.enabled " .. (event.editing and "on" or "off"))
end)
tablesh.run("edit on")

-- What a pan selects, as paths.
local function pan(kind, touches)
  tablesh.run("deselect; scroll home")
  local reply, err = tablesh.run("pan " .. kind .. " " .. touches)
  if not reply then return err.message end
  local paths = {}
  for row in tablesh.table():selected() do paths[#paths + 1] = tostring(row.photo):sub(-2) end
  return table.concat(paths, " ")
end

for _, touches in ipairs {
  "0 1 2 3", "0 3", "0 1 2 3 4 5 4 3 2", "8 5", "5 6 7 8 y=418 hold 0.5",
} do
  print("pan " .. touches)
  print("  promised   " .. pan("", touches))
  print("  its code   " .. pan("--as-published", touches))
  print("  iOS 13     " .. pan("--system", touches))
end

-- Half a limit, asked by who asks.
tablesh.run("selection limit 0 max 2")
for _, kind in ipairs { "", "--as-published", "--system" } do
  print("at most two " .. kind, pan(kind, "0 1 2"))
end

-- Its README's troubleshooting names allowsMultipleSelection, which is on; what counts in editing mode
-- is allowsMultipleSelectionDuringEditing.
tablesh.run("selection limit 0 inclusive; selection single --editing")
print(pan("", "0 1"))
-- The second reason why cells cannot be selected: canEditRowAt answers no.
tablesh.run("deselect; selection multiple --editing; traits 0:1 can-edit=off")
print("canEditRowAt 0:1 says no", pan("", "0 1 2"))
tablesh.run("deselect")
