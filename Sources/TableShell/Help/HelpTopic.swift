/// The topics of `help` that are no commands.

import TableLua
import TablePrinters
import TableSources

/// A topic of `help` that is not a command.
package struct HelpTopic: Sendable {
  /// The word behind `help`.
  package let name: String
  /// One line for completion.
  package let summary: String
  /// Makes the explanation, which most sessions do not show.
  private let makeText: @Sendable () -> String

  /// Creates a topic, for a room to bring.
  package init(
    _ name: String, _ summary: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    (self.name, self.summary, makeText) = (name, summary, text)
  }

  /// The explanation.
  package var text: String { makeText() }

  /// The topics of the core, in the order of lists.
  static var core: [HelpTopic] {
    [
      .targets, .lists, .values, .null, .keys, .sections, .dates, .regex, .join, .undo, .batch,
      .files, .reading, .writing, .live, .watching,
      .terminal, .permissions, .plans, .output, .lua,
    ]
  }

  /// The explanation in lines of a width; those of Lua's, where code stands among others, are not joined.
  func page(width: Int) -> String {
    guard name == Self.lua.name else { return TextWrapping.page(text, width: width) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = line.prefix { $0 == " " }.count
      return TextWrapping.hanging(String(line), width: width, start: 0, indent: indent)
    }.joined(separator: "\n")
  }
}

extension HelpTopic {
  static let targets = HelpTopic(
    "targets", "how rows are named",
    """
    Targets name rows. Sections, rows and index paths count from 0.
      0:2  0:-1            row 2 of section 0; its last row
      0:2-5  0:-3..-1      ranges, both ends included
      0:*  0  *            all rows of a section; every row
      Pilots:1  "2020":0   a section by its name; digits without quotes are an index
      @1042  @"A 7"  @A/B  the row with that key; '/' parts a key of several columns
      selected  visible    the selected rows; those on the screen, else in the viewport
      marked               the rows with a mark
      where EXPR           rows for which a Lua expression is true; takes the rest of the line
      rule NAME            rows that a Lua rule picks
      A,B                  what either names
      in SECTION TARGET    the part of it in that section
    A section's name is its id or its title; the only section of a plain file is called rows.
    """)

  static let lists = HelpTopic(
    "lists", "how several columns are named",
    """
    Wherever a command takes several columns they are named in one way, with commas between them.
      name,pay               two of them; a name with a blank or comma is quoted: "unit price",pay
      name..pay  name..      from one to the other, in the order of the table; all from there on
      *                      all, where it cannot be every row: trim *, but show * is every row
      * but id,since         all others
      "/^pay/"               those whose name fits a regular expression; always in quotes
    A word that is the name of a column is that column first. One that is named twice counts once.
    Where only columns may follow, blanks do for commas.
      show * but since 0:*             some columns of some rows; show * * is all of all
      export - name,pay where pay > 30
      trim *                           every text in the table, also trim alone
      column keep name,id,pay,since    no others, in this order
      column keep * but since          all others
      column move pay before name      also after, or to the place 0
      column hide team since           not printed, saved all the same; column unhide * ends it
      rename --regex '^(n|p)a' '$1A'   every name that fits
    columns lists them. In files of names and values and in databases the order is not saved.
    """)

  static let values = HelpTopic(
    "values", "what cells are in Lua, sorts and filters",
    """
    A column is a number column when every cell that is not null is a number: 1.50, .94, -1e3,
    blanks around it or not, up to 1,000 digits and an exponent of 1,000; no leading zero or plus.
    Numbers compare and add up exactly. In Lua one is a number if it is an integer of 64 bits or
    has at most 17 digits; a longer one can be compared, not computed with. In any other column
    every cell is text, so 007 stays 007. Where at least nine in ten cells are numbers, a command
    that takes all for text says which is none. Typed sources (JSON) keep their kinds.
    Null is nil in Lua; an order comparison with nil is false. No value is ever changed by its
    type. columns lists the kinds, column type NAME number|decimal|boolean|text sets one.
    COL=VALUE sets a text, COL= empty text, --null COL null. A number that Lua passes on keeps its
    text, 1.50; a fraction that it has worked out is written with 15 digits, in JSON with all.
    age == "5" is an error where ages are numbers; row.text.age == wanted compares texts.
    user.name is a member of the objects in column user, nil where a cell has none, an error where
    none has. Objects and lists are printed and typed as JSON: edit @1 user='{"name":"Ann"}'
    Words are quoted as in sh: 'it' as it stands, "it" with \\n \\t \\u{a0} \\" \\\\; adjacent
    parts form one word, so an apostrophe stands in double quotes: name="O'Brien".
    """)

  static let null = HelpTopic(
    "null", "cells without a value",
    """
    A cell without a value is null, in Lua nil; an empty text is one. In CSV an empty cell is null
    and "" an empty text, unless --null TEXT says which text is null.
      edit --null pay @031           sets a cell to null
      edit @031 name=                sets an empty text
      show where pay == nil          rows without a value
      fill down team                 takes the value above for each null
      keep where pay ~= nil          deletes the rest
      assert every id ~= nil         fails if one is missing
    Comparing nil with < or > is false. Sorting puts nulls last. Of commands that find partners or
    count, join and matching pair no null, group and dedupe take nulls as equal.
    """)

  static let keys = HelpTopic(
    "keys", "how rows are told apart",
    """
    A key is one or more columns that tell rows apart: --key id, --key id,year; id, key or uid in
    first place is taken where it fits. Without a key rows have numbers, 1 being the first.
      show @012                      the row with that key; @012⇥ completes it
      edit @012 pay=30               finds the row wherever it stands
      info                           says which key a table has
    Rows keep their key when the table is reloaded, compared or followed; without one equal rows
    are paired first and the rest by position. A key that comes twice is refused: dedupe by id.
    """)

  static let sections = HelpTopic(
    "sections", "tables in sections",
    """
    A table has one section or more, each with a title, a header and a footer. They come from the
    file (JSON, YAML) or from a column.
      section by team                sections from a column; section by nothing takes them away
      sections                       lists them
      show 0:*                       the rows of the first
      edit in Dock where pay > 30 set team=Pier
      reorder sections 1 0 2         their order
      top 1 by pay in each section   the best of each
      selection limit 0 max 2        what may be selected in one
    """)

  static let dates = HelpTopic(
    "dates", "dates and numbers as others write them",
    """
    Cells are texts, and stay as they are until a command writes them otherwise.
      date since YYYY-MM-DD DD.MM.YYYY    another order
      number pay                          1,234.50 becomes 1234.50; --decimal , for 1.234,50
      sort by since                       YYYY-MM-DD sorts as text
      show where since >= "2022"          and compares so
      column add year := since:sub(1, 4)  a part of it
    A cell that is no date is an error that lists the first; --skip-errors leaves such cells.
    """)

  static let regex = HelpTopic(
    "regex", "patterns",
    """
    find and replace take plain text, and patterns with --regex (those of PCRE2, as in Perl).
      find --regex "^O.*a$"                       rows with such a cell
      replace --regex name '(\\w+), (\\w+)' '$2 $1'   groups are $1 to $9, ${name}
      replace --regex team "(?i)dock" Pier        (?i) is without regard to case
      show where name:match("^%u")                Lua's own patterns are others: help lua
    Put patterns with blanks or backslashes in single quotes.
    """)

  static let join = HelpTopic(
    "join", "columns and rows of another file",
    """
    What another file has comes in by a column of both, or COL=COL of this table and that one.
      join teams.csv on team              adds its columns to each row
      join teams.csv on team inner        and deletes rows without a partner
      keep matching teams.csv on team     rows that have a partner
      delete matching teams.csv on team   rows that have one, the other way round
      query "SELECT team, sum(pay) AS pay FROM staff GROUP BY team"
    query has every open table, under its name without folder and extension.
    """)

  static let undo = HelpTopic(
    "undo", "taking back, and getting work back",
    """
    Each command is one step. Selection and order come back with it; the file stays as it is until
    save.
      undo                 takes back the last step, undo 3 three of them
      redo                 does it again
      undo list            the steps, undo to N goes to one
      changes              what differs from the file
      delete --dry-run 0:0  shows the plan of a change and takes it back
    Every step is in a journal before its reply is printed. What a crash leaves is offered when the
    file is opened next: recover brings it back, discard deletes it.
    """)

  static let batch = HelpTopic(
    "batch", "scripts and pipes",
    """
    The commands of the prompt are those of scripts. A batch ends at the first error, with status 1
    and the line; what is not saved is an error, too, unless it ends with quit!
      tablesh -c 'delete where pay == nil' -c save staff.csv
      tablesh run clean.tsh staff.csv      a script; run clean.lua for one in Lua
      cat staff.csv | tablesh -c 'sort by name' -c 'save -' - > sorted.csv
      tablesh --format json …              replies as lines of JSON
      tablesh --dry-run …                  plans only, nothing is written
    Status 0 all well, 1 an error in a command, 2 a file that cannot be opened, 64 wrong options.
    --keep-going runs on behind errors. source FILE runs a script from the prompt.
    """)

  static let files = HelpTopic(
    "files", "formats, and what a file keeps",
    """
    CSV and TSV of any delimiter, JSON, NDJSON, YAML, SQLite, Lua loaders and the tables of Markdown
    (README.md, README.md#2) are read and written; HTML and text are written. A name that ends in
    \(Compression.names) is compressed.
      save                        writes back; what was not changed keeps its bytes
      save copy.json --overwrite  another format, for a file that is there
      export - where pay > 30     some rows, to the screen
      save --backup               keeps the former file as staff.csv~
    help open tells of delimiters, encodings, lines before the header and --lenient. A file changed
    by others is not overwritten: reload brings their changes in first. A database of SQLite that
    another program has locked is waited for: who that is is told after 2 s, ^C ends the wait, and a
    batch gives up after 30 s.
    """)

  static let live = HelpTopic(
    "live", "tables that others change, too",
    """
    watch on follows the file: what others write comes in by key, your unsaved edits stay, and where
    both changed a cell that is a conflict.
      watch on                    from now on; watch off ends it
      conflicts                   lists them; conflicts keep mine|theirs settles them
      reload                      brings changes in once
    serve offers a table to others over HTTP, tablesh serve FILE does only that; open
    firebase://HOST/PATH follows a database or another tablesh.
    """)

  static let terminal = HelpTopic(
    "terminal", "keys to press, pager, colours, prompt",
    """
    Lines are edited as in bash, with the keyboard shortcuts of readline and ~/.inputrc. M- is the
    Alt key, or Escape before the key; ^ is Control.
      TAB                         completes commands, columns, keys, values and files; twice: lists
      M-h                         tells of the command that is being typed
      ^R                          searches the history; arrow up: the line before
      M-.                         the last word of the line before
      ^X^E                        the line in your editor, VISUAL or EDITOR
      ^C                          drops the line, or stops what runs; ^D leaves
      set pager off               what you ask for goes through PAGER, or less, if it is tall
      set theme light             colors for a light background; none, or NO_COLOR: none
      set width 100               where tables are cut; off: nowhere
      set prompt '{file} {rows}> '  help set tells more
      set --save theme light      in later sessions, too: it is written into init.tsh
      show --record @012          each cell in a line of its own, whole
      show name..since            some columns; scroll right: those that have no room
      edit --editor @012          rows in your editor
      clip @012                   copies rows to the clipboard
    """)

  static let permissions = HelpTopic(
    "permissions", "what Lua may do",
    """
    Lua in scripts and plugins may work on the table. Reading and writing files, running programs,
    the environment and the network must be allowed, or it is asked for at a terminal:
      tablesh --allow-read --allow-write=out run clean.lua
      tablesh --allow-run=git --allow-env=HOME --allow-net=example.org run clean.lua
    Each takes a list of paths or names behind =. This is also so for what Lua runs as a command:
    open, save, join, matching, query, source, clip, the pager. What you type yourself is allowed.
    A question names the plugin that asks, and always is for that plugin alone, in this session.

    --allow-run=git allows tablesh.exec{"git", …} with any arguments, and os.execute and io.popen
    with plain words. What a shell reads, such as quotes, * and >, needs --allow-run for all. In
    place of a shell there is tablesh.exec for quotes and blanks, and tablesh.files for *.

    Time is limited for each run; ^C and SIGTERM stop any:
      rules, where and :=, once over all rows                  30 s
      plugins and init.lua while they are loaded               30 s
      hooks, policies, watch and health functions               5 s
      functions that complete arguments                         1 s
      scripts, lua, =, commands, loaders and printers         none
    All Lua of a session has 256 MiB of memory together.
      set timeout 60      60 seconds for all of these but completion; off: no limit; default
      set memory 1G       more memory for Lua; default: 256 MiB, or a quarter of the free memory
    """)

  static let plans = HelpTopic(
    "plans", "how to read a plan",
    """
    A plan is the least list of batch updates that turns the table before into the one after.
    In each stage, deletes, reloads, reconfigures and the first half of a move are index paths
    before the stage; inserts and the second half of a move are index paths after it.
      plan  1 stage, 2 operations, the least possible
        delete rows   2:0        row 0 of section 2 is gone
        move section  1 → 0      section 1 stands first now
    A reconfigured row stays selected; a reloaded one leaves a selection that the view holds.
    set content reload has changed rows reloaded.
    --dry-run before the arguments shows the plan of a change and takes it back.
    """)

  static let output = HelpTopic(
    "output", "where what a command prints can go",
    """
    What a command prints can go elsewhere than to the screen.
      COMMAND > FILE     into a file; one that is there is overwritten, but not that of an open
                         table, unless echo prints it
      COMMAND >> FILE    behind what the file holds
      COMMAND | PROGRAM  to a program, which is run by sh
      (COMMAND) > FILE   for a command that takes the rest of the line, such as one with where
    save PATH and export PATH write the table itself: whole or not at all, and over another file
    that is there with --overwrite only. save - and export - print it. > and | in a value are
    quoted: name="a > b".
    """)

  static let lua = HelpTopic(
    "lua", "what Lua scripts can do",
    """
    In where and := the columns are variables, row["unit price"] reaches any,
    section is the title of the row's section, and _G.NAME a global that a column
    hides. Index paths count from 0, Lua's own sequences from 1.
      = #"text" + 1                          prints the value of an expression
      select where age > 30 and name ~= nil  selects by a condition
      edit * age := age + 1                  sets cells

    Integers have 64 bits: one more than 9223372036854775807 is the least of them.
    In where and := that is an error, but not in what a function computes, nor of
    row.age, in rules and in plugins: Lua does not tell. A factor of 1.0 makes
    fractions, which grow on.

    A rule runs anew each time that a command names it: what it keeps from row to
    row is set in prepare, which runs before each of its runs.
    \(APIReference.ruleWithState.indented(by: 2))

    help tablesh.rule tells more of one function. Errors are values with code,
    message and hint. What can be expected to fail returns nil and an error; a
    script that does not look at the error fails with it at its next step.

    \(APIReference.help)
    """)
}

extension String {
  /// The lines of the text behind blanks.
  fileprivate func indented(by count: Int) -> String {
    let blanks = String(repeating: " ", count: count)
    return split(separator: "\n").map { blanks + $0 }.joined(separator: "\n")
  }
}
