-- A selection policy: at most two pilots over 60 on one flight. A touch on a third is refused with
-- the reason; a touch on "standby" selects the next free pilot in that place.

tablesh.policy {
  name = "two-over-60", section = "Pilots",
  will_select = function(row, selection)
    if row.age <= 60 then return true end
    local old = {}
    for i = 1, #selection do
      local other = selection[i]
      if other.section == "Pilots" and other.age > 60 then old[#old + 1] = other.name end
    end
    if #old < 2 then return true end
    return false, "with " .. table.concat(old, " and ") .. " there are two pilots over 60"
  end,
  did_select = function(row, selection) print(row.name .. " is in; " .. #selection .. " in all") end,
}
