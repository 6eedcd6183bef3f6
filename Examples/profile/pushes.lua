-- The same pushes as pushes.tsh, from Lua: edits of the profile, as the database's console makes them.
-- In this folder: tablesh --allow-read=server.json run pushes.lua

for _, setting in ipairs { "content reload", "animation.insert fade", "animation.delete fade",
  "animation.reload fade", "table none" } do
  tablesh.run("set " .. setting)
end
tablesh.run("open server.json")

-- Makes edits, and prints the calls that animate them.
local function push(edits)
  print(tablesh.edit(edits):text("swift"))
end

push(function(t) t:insert("friends", { path = "friends/2", name = "Sid Sawyer", pictureUrl = "sid" }) end)
push(function(t) t:set("@friends/0", "pictureUrl", "raft") end)
push(function(t) t:set("@pictureUrl", "$value", "fence") end)
push(function(t) t:delete_section("profileAttributes") end)
push(function(t) t:delete("@friends/0") end)
push(function(t) t:delete("@email") end)

-- Nothing of this goes into the file.
tablesh.run("quit!")
