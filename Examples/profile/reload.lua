-- The same as commands.tsh, from Lua: a profile that changes at its source while it is edited here.
-- In this folder:
--   tablesh --allow-read=before.json,after.json,profile.json --allow-write=profile.json run reload.lua

-- A copy to show, so that the two versions stay as they are.
tablesh.run("open before.json; save --as --overwrite profile.json")

-- What is selected, and an edit that is not saved yet.
tablesh.run("select @f1,@f3,@age")
tablesh.edit(function(t) t:set("@shoes", "value", "Sunday shoes") end)

-- Meanwhile somebody writes the newer version over the source.
tablesh.run("open after.json; save --overwrite profile.json; open profile.json")

-- The keys of the selected rows and where they are.
local function selected()
  local names = {}
  for row in tablesh.table():selected() do names[#names + 1] = row.id .. " in " .. row.section end
  return table.concat(names, ", ")
end

print("before", selected())
local reply = tablesh.run("reload")
print(reply.output)
print(reply.plan:text())
print("after", selected())
print(tablesh.run("changes").output)

-- What others changed is no step of ours: undo takes back the edit alone.
print(tablesh.run("undo").output)
print(tablesh.run("redo").output)
tablesh.run("save")
