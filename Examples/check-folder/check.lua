-- Checks all the ledgers that it is given and reports what is wrong, file by file:
--
--   tablesh --allow-read=ledgers run check.lua ledgers/*.csv
--
-- Ends with a status other than 0 when anything is.

local wanted = { "date", "account", "debit", "credit" }

-- What is wrong with the table that is open, one text for each fault.
local function faults()
  local found, t = {}, tablesh.table()
  local known = {}
  for _, name in ipairs(t:columns()) do known[name] = true end
  for _, name in ipairs(wanted) do
    if not known[name] then found[#found + 1] = "no column '" .. name .. "'" end
  end
  if #found > 0 then return found end
  local debit, credit = 0, 0
  for row in t:rows() do
    for _, name in ipairs { "debit", "credit" } do
      if type(row[name]) == "string" then
        found[#found + 1] = ("%s: %s '%s' is no number"):format(row.path, name, row[name])
      end
    end
    if not row.date:match("^%d%d%d%d%-%d%d%-%d%d$") then
      found[#found + 1] = ("%s: date '%s'"):format(row.path, row.date)
    end
    debit, credit = debit + (tonumber(row.debit) or 0), credit + (tonumber(row.credit) or 0)
  end
  if math.abs(debit - credit) > 0.004 then
    found[#found + 1] = ("debit %.2f and credit %.2f differ by %.2f"):format(
      debit, credit, math.abs(debit - credit))
  end
  return found
end

local bad = 0
for _, path in ipairs(arg) do
  local opened, err = tablesh.run(("open %q"):format(path))
  local found = opened and faults() or { err.message }
  print(#found == 0 and "ok    " or "wrong ", path)
  for _, fault in ipairs(found) do print("", fault) end
  if #found > 0 then bad = bad + 1 end
  if opened then tablesh.run("close") end
end
print(("%d of %d files are wrong"):format(bad, #arg))
if bad > 0 then os.exit(1) end
