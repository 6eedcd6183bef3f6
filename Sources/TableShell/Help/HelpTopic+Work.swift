import TableSources

/// Topics of `help` on everyday work: cleaning, joining, taking back, scripts, files, the terminal.

extension HelpTopic {
  static let dates = HelpTopic(
    "dates", "dates and numbers in other notations",
    """
    These commands write cells in another notation:
      date since YYYY-MM-DD DD.MM.YYYY    from 2019-04-01 to 01.04.2019
      number pay                          from 1,234.50; --decimal , from 1.234,50
    Dates such as 2019-04-01 sort and compare as texts:
      sort by since                       the oldest first
      show where since >= "2022"          from 2022 on
      column add year := since:sub(1, 4)  the first four characters

    # Cells that do not fit
    If a cell is no date or number, nothing changes, and the error names the first of these cells.
    With --skip-errors those cells stay as they are.
    """)

  static let regex = HelpTopic(
    "regex", "regular expressions",
    """
    find and replace take plain text. With --regex they take regular expressions of PCRE2.
      find --regex "^O.*a$"                           cells that match
      replace --regex name '(\\w+), (\\w+)' '$2 $1'     $1 to $9 and ${name} are groups
      replace --regex team "(?i)dock" Pier            (?i) ignores case
      rename --regex '^(name|pay)$' 'staff_$1'        names of columns
    Quote a pattern with blanks or backslashes: '…'.

    # In Lua
    Lua has patterns of its own: %d is a digit, %u a capital letter.
      show where name:match("^%u")                    names that begin with a capital letter
    """)

  static let joining = HelpTopic(
    "joining", "rows and columns of another file",
    """
    Two tables are joined by a column that both have: on team. If the names differ, write on
    team=unit. The name in this table comes first.
      join teams.csv on team              adds its other columns to each row
      join teams.csv on team inner        and deletes rows without a partner
      keep matching teams.csv on team     keeps the rows that have a partner
      delete matching teams.csv on team   deletes the rows that have one

    # By SQL
      query "SELECT team, sum(pay) AS pay FROM staff GROUP BY team"
    query sees every open table: staff is the table of staff.csv.
    """)

  static let recovery = HelpTopic(
    "recovery", "taking changes back, and recovering work",
    """
    Each change is one step. undo brings back rows, order and selection. The file changes only when
    you save.
      undo                  take the last step back; undo 3 takes three back
      redo                  make it again
      undo list             the steps; undo to N goes to one of them
      changes               what differs from the file
      delete --dry-run 0:0  show what a command would do, and change nothing

    # After a crash
    tablesh writes each step to a journal before it shows the reply. When you open the file again,
    tablesh tells you about unsaved work: recover brings it back, discard deletes it.
    """)

  static let pipes = HelpTopic(
    "pipes", "scripts and pipes",
    """
    Commands of the prompt also work in scripts.
      tablesh -c 'delete where pay == nil' -c save staff.csv
      tablesh run clean.tsh staff.csv      a script of commands, or one in Lua
      cat staff.csv | tablesh -c 'sort by name' -c 'save -' - > sorted.csv
      tablesh --format json …              print a line of JSON for each reply
      tablesh --dry-run …                  show plans, save nothing

    # Errors
    A batch stops at the first error. With --keep-going it goes on. Unsaved changes at its end are
    an error too, except after save PATH. End with quit! to drop them.
      status 0     all is well
      status 1     a command failed, or a file could not be opened
      status 64    an option of the program is wrong
      status 130   ^C stopped it
    diff, merge, check and record --check also have status 2: see their --help.

    # Writing scripts
    history --script prints the commands that made a table. source FILE runs a script from the
    prompt. assert checks a condition.
    """)

  static let files = HelpTopic(
    "files", "formats, and what a save keeps",
    """
    Read and written: CSV and other delimited text, JSON, NDJSON, YAML, SQLite, tables in Markdown
    (README.md, or README.md#2 for the second), and formats of Lua loaders. Only written: HTML and
    text. A name that ends in \(Compression.names) is compressed.

    # Saving
      save                        writes the file; untouched parts keep their bytes
      save copy.json --overwrite  writes another format, over an existing file
      export - where pay > 30     prints some rows
      save --backup               keeps the former file as staff.csv~

    See also help reading and help writing.

    # When others use the file
    save does not overwrite a file that others have changed: reload brings their changes in first.
    If another program has locked a SQLite database, tablesh waits, and after 2 s says who holds it.
    ^C ends the wait. A batch gives up after 30 s.
    """)

  static let live = HelpTopic(
    "live", "tables that others change too",
    """
    A watched table follows its file: changes of others come in row by row, matched by key. Your
    unsaved edits stay. If both sides changed the same cell, that is a conflict, and you decide.
      watch on         follow the file from now on; watch off ends it
      reload           bring changes in once
      conflicts        list the conflicts
    conflicts keep mine or conflicts keep theirs settles them.

    # Sharing a table
    serve offers the current table to other programs on this machine over HTTP. So does tablesh
    serve FILE. open firebase://HOST/PATH follows a database or another tablesh.
    """)

  static let terminal = HelpTopic(
    "terminal", "keys, pager, colours and prompt",
    """
    You edit lines with the keyboard shortcuts of readline, as in bash. M- is the Alt key, or Escape
    before the key. ^ is the Control key.

    # Keys
      TAB                         complete commands, columns, keys, values, files
      M-h                         show help for the command you are typing
      ^R                          search the history; arrow up: the line before
      M-.                         the last word of the line before
      ^X^E                        edit the line in your editor, VISUAL or EDITOR
      ^C                          drop the line, or stop what runs; ^D: quit

    # Tables that are too large for the screen
      show name..since            some columns
      scroll right                the columns on the right
      show --record @012          one cell a line, uncut
      edit --editor @012          rows in your editor
      clip @012                   copy rows to the clipboard

    # Settings
      set pager off               do not use PAGER, or less, for long answers
      set theme light             for a light background; NO_COLOR: no colours
      set width 100               where tables are cut; off: nowhere
      set prompt '{file} {rows}> '  help prompt lists the fields
      set --save theme light      keep it: the line goes into init.tsh
    """)

  static let output = HelpTopic(
    "output", "sending what a command prints to a file or a program",
    """
    The output of a command can go to a file or a program.
      COMMAND > FILE     write a file; it must not be that of an open table
      COMMAND >> FILE    add to the end of a file
      COMMAND | PROGRAM  send it to a program, which sh runs
      (COMMAND) > FILE   if COMMAND takes the rest of the line, as where does
    An existing FILE is overwritten; at the prompt, you are asked first unless this session wrote it.
    A command that prints nothing leaves it as it was. Only echo may also write the file of an open
    table. In a value, quote > and |: name="a > b".

    # Writing the table itself
    save PATH and export PATH write a table completely or not at all: help writing. save - and
    export - print the table.
    """)
}
