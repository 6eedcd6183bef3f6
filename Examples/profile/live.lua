-- The app of the article, in Lua: prints the rows that are pushed, and the calls that animate them.
-- In this folder:
--   tablesh --plugin profile.lua --allow-read=events.txt run live.lua events.txt
--   tablesh --plugin profile.lua --allow-net=127.0.0.1 --allow-run run live.lua firebase://127.0.0.1:PORT/ COMMAND …
-- Each COMMAND of a system's shell changes the profile; the app waits for the push of it.

-- As in the article: what changed is reloaded, everything fades, and each push is animated by itself.
for _, setting in ipairs { "content reload", "animation.insert fade", "animation.delete fade",
  "animation.reload fade", "coalesce off", "table none" } do
  tablesh.run("set " .. setting)
end

tablesh.on("did_push", function(event)
  for row in event.rows() do
    print("", row.path, row.name or row.fullName or row.email, row.pictureUrl or "")
  end
  print(event.plan:text("swift"))
end)

local source = arg[1]
if source:find("^firebase://") then
  tablesh.run("open --loader profile " .. source)
  tablesh.run("watch on")
  for i = 2, #arg do
    assert(os.execute(arg[i]))
    tablesh.run("watch --count 1 --timeout 20")
  end
else
  tablesh.run("watch --replay --loader profile " .. source)
end

local friends = tablesh.table():section("friend")
print(#friends .. " friends are left:")
for row in friends:rows() do print("", row.path, row.name, row.pictureUrl) end
