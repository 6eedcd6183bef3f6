-- A loader and saver for GNU recutils files (.rec): records of `Field: value` lines with blank lines
-- between them. `%rec: Type` begins a section; other % lines, and comments, are refused by name
-- rather than lost. A value goes on where the next line begins with `+`.
-- Load it with `plugin load rec.lua`; then .rec files open and save like any other.

tablesh.loader {
  name = "rec", help = "GNU recutils: records of 'Field: value' lines", extensions = { "rec" },

  load = function(source, emit)
    local section, record, names, field = nil, {}, {}, nil
    local function flush()
      if #names > 0 then emit(section, record, names) end
      record, names, field = {}, {}, nil
    end
    for line in source:lines() do
      local name, value = line:match("^([%a%%][%w_]*):%s?(.*)$")
      if line == "" then
        flush()
      elseif line:sub(1, 1) == "#" then
        error("a comment would be lost when the table is saved", 0)
      elseif line:sub(1, 1) == "+" and field then
        record[field] = record[field] .. "\n" .. line:match("^%+ ?(.*)$")
      elseif name == "%rec" then
        flush()
        section = value
      elseif not name or name:sub(1, 1) == "%" then
        error("'" .. line .. "' is no field", 0)
      elseif record[name] then
        error("a record has two fields '" .. name .. "', a row only one", 0)
      else
        record[name], field = value, name
        names[#names + 1] = name
      end
    end
    flush()
  end,

  save = function(t, write)
    local columns = t:columns()
    for _, section in ipairs(t:sections()) do
      if section.id ~= "rows" then write("%rec: ", section.id, "\n\n") end
      for row in t:section(section.index):rows() do
        for _, column in ipairs(columns) do
          if not column:match("^%a[%w_]*$") then error("'" .. column .. "' is no name of a field") end
          local text = row.text[column]
          if text ~= "" then write(column, ": ", (text:gsub("\n", "\n+ ")), "\n") end
        end
        write("\n")
      end
    end
  end,
}
