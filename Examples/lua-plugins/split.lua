-- A command that splits a column: `split name into first last` makes two columns of one. The last
-- column takes the rest of the text; --dry-run shows the plan first.

tablesh.command {
  name = "split", help = "split a column at a separator into new columns",
  details = "The separator is plain text; the last new column takes the rest.",
  example = "split name ' ' first last",
  args = {
    { "column", type = "column", help = "what is split" },
    { "separator", help = "plain text between the parts" },
    { "names", many = true, help = "the new columns, in order" },
  },
  run = function(context, args)
    for _, name in ipairs(args.names) do
      assert(tablesh.run(("column add %q"):format(name)))
    end
    local rows = 0
    local plan = assert(tablesh.edit(function(t)
      for row in t:rows() do
        local rest = row.text[args.column]
        for i, name in ipairs(args.names) do
          local from, to = rest:find(args.separator, 1, true)
          if i == #args.names or not from then from, to = #rest + 1, #rest end
          t:set(row, name, rest:sub(1, from - 1))
          rest = rest:sub(to + 1)
        end
        rows = rows + 1
      end
    end))
    return ("split '%s' of %d rows"):format(args.column, rows)
  end,
}
