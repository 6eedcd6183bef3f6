/// Topics of `help` on what a table is made of: rows, columns, cells, keys, sections.

extension HelpTopic {
  static let targets = HelpTopic(
    "targets", "how rows are named",
    """
    A target names the rows of a command. Sections and rows count from 0.

    # By place
      0:2  0:-1            row 2 of section 0; the last row of section 0
      0:2-5  0:-3..-1      rows 2 to 5; the last three rows
      0:*  0  *            all rows of section 0; the same; all rows of the table
      Pilots:1  "2020":0   a section by its name; quote a name that is a number

    # By key
      @1042  @"A 7"        the row with this key; TAB completes keys
      @A/B                 a key of two columns

    # By a condition
      where EXPR           the rows for which a Lua expression is true
      rule NAME            the rows that a Lua rule picks
      selected  marked     the selected rows; the rows with a mark
      visible              the rows on the screen; without a screen, in the viewport

    # Several together
      A,B                  the rows that A or B names: 0:1,@1042,selected
      in SECTION TARGET    the part of TARGET in this section: in Dock selected

    where takes the rest of the command: write it last. A plain file has one section, called rows.
    """)

  static let lists = HelpTopic(
    "lists", "how several columns are named",
    """
    Lists of columns have the same form in most commands, with commas and no blanks.
      name,pay               two columns; quote a blank: "unit price",pay
      name..pay  name..      all from one to the other; all from there on
      * but id,since         all columns but these
      "/^pay/"               names that match a regular expression; quoted
      *                      all columns; where * can mean all rows, type * *

    # Where lists are used
      show * but since 0:*             some columns of some rows; show * * shows all
      export - name,pay where pay > 30
      trim *                           every column, as trim alone does
      column keep name,id,pay,since    delete the others, and use this order
      column keep * but since          delete since
      column move pay before name      or: after name, to 0
      column hide team since           do not print them; save still writes them
      rename --regex '^(name|pay)$' 'staff_$1'
    A word that is the name of a column means that column. The order of columns is not saved in
    databases, nor in JSON and YAML files with an object of rows in place of a list.
    """)

  static let values = HelpTopic(
    "values", "what cells hold in expressions, sorts and filters",
    """
    Opening a table never changes a cell. The kind of a column only says how its texts are used.

    # Kinds of columns
    If all cells of a column are numbers or null, it is a number column: 1.50, .94, -1e3. In any
    other column every cell is a text. Numbers have no leading zero or plus: 007 is a text. JSON and
    databases keep their kinds.
      columns                     lists the kinds
      column type pay decimal     sets one: number, decimal, boolean or text

    # In expressions
      show where age > 30                 age == "30" is an error, as ages are numbers
      show where row.text.age == "31"     compares the text of the cell
      show where name ~= nil              null is nil; pay < nil is false
    A decimal column compares exactly, up to 1,000 digits. describe and group always add exactly.
    Lua computes with 64 bits for integers, else with up to 17 digits. It is an error to compute
    with a longer number. To compare with one, write decimal("0.12345678901234567890").
    edit * fee := pay copies the texts, such as 1.50. If the cells of user are JSON objects, user.name
    is the value of their member name. It is nil in a cell without it.

    # In edits
      edit @012 name=Ann                  sets a text; name= sets an empty text
      edit --null pay @012                sets null
      edit @012 name="O'Brien"            quotes around blanks and apostrophes
    In '…' nothing is special. In "…" \\n, \\t, \\u{a0}, \\" and \\\\ are characters. Type objects
    and lists as JSON: user='{"name":"Ann"}'.
    """)

  static let null = HelpTopic(
    "null", "cells without a value",
    """
    A cell without a value is null; in Lua it is nil. An empty text is a value. In CSV an empty cell
    is null, and "" is an empty text. With --null NA, the text NA is null too.
      show where pay == nil          rows without a value
      edit --null pay @031           make a cell null
      edit @031 name=                make it an empty text
      fill down team                 give each null the value above it
      keep where pay ~= nil          delete the rows without a value
      assert every id ~= nil         fail if a value is missing

    # How commands treat null
    Sorting puts nulls last. Comparing nil with < or > is false. In join and matching, null has no
    partner. For group and dedupe, all nulls are equal.
    """)

  static let keys = HelpTopic(
    "keys", "how rows are told apart",
    """
    A key is one or more columns whose values tell all rows apart. Choose it when you open a file:
    --key id or --key id,year. Otherwise the key is a column called id, if each row has its own
    value there. A table without a key numbers its rows from 1.
      show @012                      the row with this key
      edit @012 pay=30               finds the row wherever it stands
      info                           says which key a table has

    # What a key is good for
    tablesh matches rows by key when it reads a file again, compares or follows it. Without a key,
    tablesh pairs equal rows first, and the others by position. If --key id is refused, open the
    file without it: dedupe by id then deletes the rows that repeat an id.
    """)

  static let sections = HelpTopic(
    "sections", "tables in sections",
    """
    A table has sections, each with a title, a header and a footer. They come from a column, or from
    a JSON or YAML file.
      section by team                  make sections from a column
      sections                         list them
      show 0:*                         the rows of the first section
      edit in Dock where pay > 30 set team=Pier
      reorder sections 1 0 2           change their order
      top 1 by pay in each section     the best row of each section
      selection limit 0 max 2          how many rows can be selected in section 0

    # Names
    A section is named by its id, its title or its number. If Dock is the first section, Dock:0 and
    0:0 are its first row.
    """)
}
