-- Three rules that pick rows by what the table itself holds. Each looks at the whole table first, in
-- `prepare`, and then judges row by row.

-- Rows whose amount lies far from those of their group: more than three times the group's usual
-- distance from its median. (Median and median distance: one wild value does not move them.)
local function median(values)
  table.sort(values)
  local half = #values // 2
  return #values % 2 == 1 and values[half + 1] or (values[half] + values[half + 1]) / 2
end

local groups
tablesh.rule {
  name = "outlier", help = "amounts far from those of their category",
  columns = { "category", "amount" },
  prepare = function(t)
    groups = {}
    for row in t:where("amount ~= nil") do
      local group = groups[row.category] or { values = {} }
      groups[row.category] = group
      group.values[#group.values + 1] = row.amount
    end
    for _, group in pairs(groups) do
      group.median = median(group.values)
      local distances = {}
      for i, value in ipairs(group.values) do distances[i] = math.abs(value - group.median) end
      group.distance = median(distances)
    end
  end,
  fn = function(category, amount)
    local group = groups[category]
    return group and amount and #group.values >= 4
      and math.abs(amount - group.median) > 3 * 1.4826 * math.max(group.distance, 0.01)
  end,
}

-- Rows that agree with an earlier one in date, payee and amount: paid twice?
local first
tablesh.rule {
  name = "duplicate", help = "same date, payee and amount as an earlier row",
  prepare = function(t)
    first = {}
    for row in t:rows() do
      local mark = ("%s\0%s\0%s"):format(row.date, row.payee:lower(), row.amount)
      first[mark] = first[mark] or row.key
    end
  end,
  fn = function(row)
    return first[("%s\0%s\0%s"):format(row.date, row.payee:lower(), row.amount)] ~= row.id
  end,
}

-- Open rows that are more than ninety days older than the newest row. Days since 1970-01-01:
local function days(date)
  local y, m, d = date:match("^(%d%d%d%d)%-(%d%d)%-(%d%d)$")
  if not y then error("'" .. date .. "' is no date such as 2024-02-29", 0) end
  y, m, d = tonumber(y), tonumber(m), tonumber(d)
  if m <= 2 then y, m = y - 1, m + 12 end
  return 365 * y + y // 4 - y // 100 + y // 400 + (153 * m - 457) // 5 + d - 719469
end

local newest
tablesh.rule {
  name = "stale", help = "open for more than ninety days", columns = { "date", "state" },
  prepare = function(t)
    newest = 0
    for row in t:rows() do newest = math.max(newest, days(row.date)) end
  end,
  fn = function(date, state) return state == "open" and newest - days(date) > 90 end,
}
