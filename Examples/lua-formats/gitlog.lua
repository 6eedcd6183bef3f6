-- A loader for the log of a git repository on standard input:
--
--   git log --numstat --format='commit %h%n%an%n%as%n%s' | tablesh --plugin gitlog.lua --loader gitlog -
--
-- One row for each commit, one section for each author.

tablesh.loader {
  name = "gitlog", help = "git log --numstat --format='commit %h%n%an%n%as%n%s'",
  columns = { "commit", "date", "subject", "files", "added", "removed" }, key = "commit",

  load = function(source, emit)
    local commit, author, line_of
    local function flush()
      if commit then emit(author, commit) end
    end
    local number = 0
    for line in source:lines() do
      number = number + 1
      local hash = line:match("^commit (%x+)$")
      local added, removed = line:match("^([%d-]+)\t([%d-]+)\t.")
      if hash then
        flush()
        commit, author, line_of = { commit = hash, files = 0, added = 0, removed = 0 }, nil, number
      elseif not commit then
        error("the log begins with '" .. line .. "', not with a commit", 0)
      elseif number == line_of + 1 then
        author = line
      elseif number == line_of + 2 then
        commit.date = line
      elseif number == line_of + 3 then
        commit.subject = line
      elseif added then
        commit.files = commit.files + 1
        commit.added = commit.added + (tonumber(added) or 0)
        commit.removed = commit.removed + (tonumber(removed) or 0)
      elseif line ~= "" then
        error("'" .. line .. "' is no line of --numstat", 0)
      end
    end
    flush()
  end,
}
