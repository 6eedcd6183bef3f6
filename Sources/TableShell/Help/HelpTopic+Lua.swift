import TableLua

/// Topics of `help` on Lua and plans.

extension HelpTopic {
  static let permissions = HelpTopic(
    "permissions", "what Lua may do",
    """
    Lua in scripts and plugins can change the table. Lua needs your permission to read or write
    files, run programs, read the environment or reach a server. At a prompt tablesh asks you. In a
    batch, use options:
      tablesh --allow-read --allow-write=out run clean.lua
      tablesh --allow-run=git --allow-env=HOME --allow-net=example.org run clean.lua
    After = comes a list with commas. Without = everything of that kind is allowed. --allow-all
    allows all kinds. A folder includes its contents.

    # What is covered
    Commands that Lua runs need the same permissions. Commands that you type need none. Lua that you
    type needs them. Tables that you name on the command line may be read, and written by save.
    Files after a Lua script, and modules beside it, need --allow-read. A loader reads only the
    source that is opened. Only commands, such as open, reach the network. serve needs
    --allow-net=127.0.0.1.

    # The question
    The question names the plugin that asks. Type o to allow it once, or a to allow it to this
    plugin until the session ends. Any other key refuses.

    # Programs
    --allow-run=git allows tablesh.exec{"git", …} with any arguments, and os.execute and io.popen
    with plain words. A line with quotes, * or > needs --allow-run without =: a shell reads it.
    """)

  static let limits = HelpTopic(
    "limits", "how much time and memory Lua may take",
    """
    Most runs of Lua have a time limit. ^C and SIGTERM stop any of them.
      rules, where and :=, over all rows                       30 s
      plugins and init.lua, while they are loaded              30 s
      hooks, policies, watch and health functions               5 s
      functions that complete arguments                         1 s
      scripts, lua, =, commands, loaders and printers        no limit
    All Lua of a session together has 256 MiB of memory, or a quarter of the free memory if that is
    less.
      set timeout 60      for all of these but completion; also off, default
      set memory 1G       more memory; also default
    Lua cannot change these settings.

    # Loaders
    A loader may produce 1 GiB, or four times what it has read of its source, whichever is more.

    # Programs that Lua has started
    A script that is stopped ends its programs and all their children.
    """)

  static let plugins = HelpTopic(
    "plugins", "adding rules, commands and formats in Lua",
    """
    A plugin is a Lua file that declares something, for example by tablesh.rule (help tablesh). Each
    plugin has its own globals and modules.

    # Where plugins are
    A session loads, in this order:
      --plugin FILE                    must load without an error
      ~/.config/tablesh/init.lua       yours; you are told if it fails
      ~/.config/tablesh/plugins/*.lua  by name; also */main.lua there
    XDG_CONFIG_HOME can name another folder than ~/.config. With --no-init only --plugin counts. A
    plugin beside a table is not loaded by itself.

    # Modules
    require looks in the folder lua/ beside a plugin's main.lua, then in ~/.config/tablesh/lua.

    # Input and output
    io.write and io.stdout write where print does, io.stderr where warnings go. The shell reads
    standard input: tablesh.run("open -") reads a table from it. Files and programs need permissions
    (help permissions).

    # While you write one
      plugin load FILE    try it
      plugin reload       read all again after a change
      plugin health       see what each declares, and why one failed
    """)

  static let plans = HelpTopic(
    "plans", "how to read a plan",
    """
    A plan is the shortest list of batch updates from the old table to the new one. Its stages run
    one after the other.
      plan  1 stage, 2 operations, the least possible
        delete row     2:0       row 0 of section 2 is deleted
        move section   1 → 0     section 1 becomes section 0

    # Which table an index counts in
    Deletes, reloads, reconfigures and the first part of a move are index paths before the stage.
    Inserts and the second part of a move are index paths after the stage.

    # Reload or reconfigure
    A reconfigured row stays selected. A reloaded row is deselected if the view holds the selection.
    set content reload makes plans reload changed rows.

    # To try without changing anything
    --dry-run before the arguments of a command shows the plan only.

    # Patches
    plan patch prints a plan with contents as JSON. In a stage, "inserted" and "deleted" hold rows:
    first the rows that the stage names, then the rows of inserted or deleted sections. "moved" has
    keys, and "changed" has cells as [old, new]. / joins the parts of a key. "sections" and
    "columns" have the names before and after.
    """)

  static let scripting = HelpTopic(
    "scripting", "what Lua can do in conditions, rules and scripts",
    """
    # In conditions and edits
    Columns are variables. row["unit price"] reaches a name with blanks, section is
    the title of the row's section, and _G.NAME is a global that a column hides.
      = #"text" + 1                          print the value of an expression
      select where age > 30 and name ~= nil  select by a condition
      edit * age := age + 1                  change cells

    # Counting and computing
    Index paths count from 0, Lua's own lists from 1. Integers have 64 bits. If a
    result from cells does not fit, where and := report an error. Functions, rules,
    plugins and expressions without cells compute a wrong number instead. Multiply
    by 1.0 to avoid that.

    # Rules
    A rule starts anew each time a command names it. Its
    function prepare runs first. prepare sets what the rule remembers from row to row:
    \(APIReference.ruleWithState.indented(by: 2))

    # Errors
    An error is a value with code, message and hint. Most functions that fail return
    nil and the error. If a script does not look at the error, it fails at its next
    call of tablesh, or at its end.

    # More
      help tablesh         the functions
      help tablesh.rule    one of them; also: help will_save, help row
      help reference       everything on one page
    """)

  static let reference = HelpTopic(
    "reference", "all that Lua can use, on one page", APIReference.help)
}

extension String {
  /// The lines of the text, each after blanks.
  fileprivate func indented(by count: Int) -> String {
    let blanks = String(repeating: " ", count: count)
    return split(separator: "\n").map { blanks + $0 }.joined(separator: "\n")
  }
}
