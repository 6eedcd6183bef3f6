-- What is wrong in the IEEE's list of network card makers: one rule for each kind of fault that a
-- row shows by itself, and a command for the one that only the whole table shows.
-- Load it with `plugin load rules.lua`, then use the rules as targets: `count rule private`.

local NAME, ADDRESS = "Organization Name", "Organization Address"

-- A no-break space, which looks like a blank and does not compare like one.
local NBSP = "\u{A0}"

local function has_damaged_space(text)
  return text:find("[\n\t]") ~= nil or text:find(NBSP, 1, true) ~= nil
end

tablesh.rule {
  name = "private",
  help = "Assignments whose owner asked not to be listed: they name nobody.",
  columns = { NAME },
  fn = function(name)
    return name == "Private"
  end,
}

tablesh.rule {
  name = "nowhere",
  help = "Organizations without an address, or with one of blanks only.",
  columns = { ADDRESS },
  fn = function(address)
    return address == nil or not address:find("%S")
  end,
}

tablesh.rule {
  name = "broken_name",
  help = "Names with a line break, a tab or a no-break space inside.",
  columns = { NAME },
  fn = function(name)
    return name ~= nil and has_damaged_space(name)
  end,
}

tablesh.rule {
  name = "broken_address",
  help = "Addresses with a line break, a tab or a no-break space inside.",
  columns = { ADDRESS },
  fn = function(address)
    return address ~= nil and has_damaged_space(address)
  end,
}

tablesh.rule {
  name = "garbled",
  help = "Addresses that were UTF-8, read as Latin-1 and written as UTF-8 again: Ã¼ for ü.",
  columns = { ADDRESS },
  fn = function(address)
    -- Â or Ã before another character beyond ASCII; Ã alone is good Portuguese.
    return address ~= nil and address:find("\xC3[\x82\x83][\xC2-\xEF]") ~= nil
  end,
}

-- Whether an assignment is taken depends on the rows before it. A rule is asked about one row at a
-- time and should answer the same each time; so this is a command, which walks the table.
tablesh.command {
  name = "select-taken",
  help = "select assignments that stand further up already, under another name",
  run = function()
    local owners, taken = {}, {}
    for row in tablesh.table():rows() do
      local assignment, name = row.Assignment, row[NAME]
      owners[assignment] = owners[assignment] or name
      if owners[assignment] ~= name then
        taken[#taken + 1] = row
      end
    end
    tablesh.edit(function(t) t:select(taken) end)
  end,
}
