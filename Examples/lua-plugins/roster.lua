-- A command whose synopsis is its grammar: `roster @C2 hours 30`, `roster Crew off`. What does not
-- fit it is an error with the nearest form, and help and completion know it.

tablesh.command {
  name = "roster", help = "say how many hours people work",
  synopsis = { "roster TARGET hours N", "roster TARGET off" },
  example = "roster @C2 hours 30",
  run = function(context, args)
    assert(tablesh.edit(function(t)
      t:set(args.target, "hours", args.off and 0 or args.n)
    end))
  end,
}
