-- Cleans the list as clean.tsh does, in Lua alone, and as one step.
-- In this folder: tablesh --allow-read --allow-write run clean.lua oui.csv oui-clean.csv

local input, output = ...
if not output then
  error("usage: tablesh --allow-read --allow-write run clean.lua INPUT OUTPUT", 0)
end

local NAME, ADDRESS = "Organization Name", "Organization Address"

-- Line breaks, tabs and no-break spaces become single blanks; any other text stays as it is.
local function mended(text)
  if text:find("[\n\t]") or text:find("\u{A0}", 1, true) then
    return (text:gsub("\u{A0}", " "):gsub("%s+", " "))
  end
  return text
end

tablesh.run("set table none")
tablesh.run("open " .. input)

local deleted, changed = {}, 0
tablesh.edit(function(t)
  local owners = {}
  for row in t:rows() do
    local assignment, name, address = row.Assignment, row[NAME], row[ADDRESS]
    owners[assignment] = owners[assignment] or name
    if name == "Private" or not address or not address:find("%S") or owners[assignment] ~= name then
      deleted[#deleted + 1] = row
    else
      for column, text in pairs { [NAME] = name, [ADDRESS] = address } do
        if mended(text) ~= text then
          t:set(row, column, mended(text))
          changed = changed + 1
        end
      end
    end
  end
  t:delete(deleted)
end, "clean the list")

print(("deleted %d rows, mended %d cells"):format(#deleted, changed))
print(tablesh.run("save --overwrite " .. output).output)
