-- A printer of plans as Markdown: `plan checklist` prints a list to be ticked off in a review, with
-- the names of the rows where the table after the plan still has them.

local verbs = {
  delete = "removed", insert = "added", move = "moved", reload = "changed", reconfigure = "changed",
}

tablesh.printer {
  name = "checklist", help = "Markdown: a list to be ticked off",
  print = function(plan, t, write)
    write("**", #plan, " changes**\n\n")
    for operation in plan:operations() do
      local place = operation.to or operation.at
      local row = operation.kind ~= "delete" and operation.of == "row" and t:row(place)
      write("- [ ] ", operation.of, " `", operation.at, "`")
      if operation.to then write(" → `", operation.to, "`") end
      write(row and (" (" .. row.name .. ") ") or " ", verbs[operation.kind], "\n")
    end
  end,
}
