-- A loader for the time zone database's zone1970.tab, which no table tool opens as it is: comments,
-- no header, records of three or four cells, and latitude and longitude run together.
-- Load it with `plugin load zones.lua`, then `open --loader zones zone1970.tab`.

-- Degrees from +DDMM, +DDMMSS, +DDDMM or +DDDMMSS (ISO 6709); `digits` is how many are degrees.
local function degrees(text, digits)
  local sign = text:sub(1, 1) == "-" and -1 or 1
  local whole = tonumber(text:sub(2, 1 + digits))
  local minutes = tonumber(text:sub(2 + digits, 3 + digits))
  local seconds = tonumber(text:sub(4 + digits)) or 0
  return string.format("%.4f", sign * (whole + minutes / 60 + seconds / 3600))
end

tablesh.loader {
  name = "zones",
  help = "Time zones by continent, from the time zone database's zone1970.tab.",
  extensions = { "tab" },
  columns = { "zone", "countries", "latitude", "longitude", "comments" },
  key = "zone",

  load = function(source, emit)
    for line in source:lines() do
      if line ~= "" and line:sub(1, 1) ~= "#" then
        local countries, place, zone, comments = line:match("^([^\t]+)\t([^\t]+)\t([^\t]+)\t?(.*)$")
        if not zone then
          error("a record needs three cells between tabs", 0)
        end
        local latitude, longitude = place:match("^([+-]%d+)([+-]%d+)$")
        if not latitude then
          error("'" .. place .. "' is no place by ISO 6709", 0)
        end
        -- The section is the continent: what stands before the first slash.
        emit(zone:match("^[^/]+"), {
          zone = zone,
          countries = countries,
          latitude = degrees(latitude, 2),
          longitude = degrees(longitude, 3),
          comments = comments ~= "" and comments or nil,
        })
      end
    end
  end,
}
