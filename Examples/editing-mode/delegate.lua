-- What a delegate says of reminders. Load it with: plugin load delegate.lua
tablesh.policy {
  name = "reminders",
  can_edit = function(row) return row.id ~= "l1" end,
  editing_style = function(row) return row.what:find "^Add" and "insert" or "delete" end,
  confirmation_title = function() return "Done" end,
  -- The row that adds stays last: nothing lands behind it.
  can_move = function(row) return not row.what:find "^Add" end,
  target_for_move = function(row, place) if place == "0:3" then return "0:2" end end,
  commit = function(row, style)
    if style == "insert" then return { id = "new", what = "Something new" } end
    if row.id == "t1" then return false, "the vet must be called" end
  end,
}
