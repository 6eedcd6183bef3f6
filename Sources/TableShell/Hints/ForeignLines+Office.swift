extension ForeignLines {
  /// What is asked for in the words of menus: cells emptied, columns by their letters, dates by their patterns,
  /// the selection in a file, kinds of files that are not written here. They come before tables that would
  /// take such words for values.
  static let office = [officeCells, officeColumns, officeFiles].joined(separator: "\n")

  private static let officeCells = #"""
    replace COL VALUE ""
      replace COL VALUE {with|by} {nothing|blank|empty|""}   replace VALUE {with|by} {nothing|blank|empty|""} in COL
    replace COL VALUE " "
      replace COL VALUE {with|by} {space|blank space}   replace VALUE {with|by} {space|blank space} in COL
    edit where $COL == nil set COL=VALUE
      replace COL "" {with|by} VALUE   replace "" {with|by} VALUE in COL
      replace {in |}COL {null|nil|blank|blanks|empty|nothing} {with|by|to} VALUE
    edit --null COL * ← clear {column |contents of |cells in |values in |all |}COL   clear COL {column|contents}
    show where $COL == nil  # to delete them: delete where $COL == nil
      {remove|delete|drop} {blanks|blank cells|empty cells|blank rows|empty rows} in COL
    show where $COL ~= nil
      filter COL {nonblank|nonblanks|non-blank|non-blanks|not blank|notblank|nonempty|non-empty|not empty}
    show where $COL == nil ← filter COL {blank|blanks|empty|is blank|is empty}
    show * ← filter {clear|reset|none|remove}   {clear|remove|reset} {all |}filters
    undo ← undo {once|1 step|1 time|one step|a step}
    redo ← redo {once|it|last|1 step|1 time|one step}
    number COLS
      {convert|change|turn} COLS from {text|string|strings} {to|into} {number|numbers|numeric}
      format COLS {as|to} {number|numbers|numeric}
    show where ANYNULL ← find blanks
    invert ← invert {selection|selected|all}
    dedupe by COLS
      {remove|delete|drop} {duplicates|dupes|doubles} {in|from|by|on|of} COLS   dedupe {in|from|for} COLS
    date DATESKIP COL DATES YYYY-MM-DD
      {change|convert|format|date|set|turn} COL {to|as|into|in} iso{ format| date| dates| 8601|}
    date DATESKIP COL DATES DATE2 ← {date|change|convert|format} COL {from |}DATE {to|as|into|->} DATE2
    date COL DATE DATE2 ← {date|change|convert|format} COL {from |}DATE {to|as|into|->} DATE2
    date DATESKIP COL DATES DATE
      {date|change|convert|format} COL {to|as|into|in} {format |}DATE   date COL DATE
    """#

  private static let officeColumns = #"""
    column delete COLLIST
      {delete|remove|drop} COLS {column|columns}   {delete|remove|drop} columns COLS
    column delete COL..COL2 ← {delete|remove|drop} columns COL {to|through|thru|-} COL2
    column hide COL..COL2 ← hide {column |columns |}COL {to|through|thru|-} COL2
    column hide COLLIST ← hide {column |columns |}COLS{ column| columns|}
    column hide LETTER ← hide {column |columns |}LETTER
    show LETTER ← {show|select} column LETTER
    join EXISTS on SHARED columns COL2 ← vlookup COL EXISTS COL2
    join EXISTS on SHARED columns NAME ← vlookup COL {in |from |}EXISTS NAME
    duplicate 0:N-1; move 0:N to 0:end  # rows count from 0
      {copy|duplicate} {row|line} N to {the |}{end|bottom}
    """#

  private static let officeFiles = #"""
    export FILE selected
      {copy|export|save|write} {selection|selected|selected rows|selected cells} {to |as |in |into |}FILE
    export FILE SELECTED ← copy {table |rows |data |}{to|into} FILE
    save; quit ← {quit|exit|close} and save   {quit|exit} saving
    export SHEET ← save {as |to |}SHEET   {export|print|write|convert} {to|as|into} SHEET
    export EXCEL
      {save|export|convert|write} {as|to|for} {excel|xlsx|xls|ods|numbers|spreadsheet}
    export PAGE ← {save|export|print|write|convert} {as|to} pdf
    save TABBED
      save as {tab delimited|tab-delimited|tab separated|tab-separated|tab}   save {tab delimited|tab-delimited}
    save OWNCOPY ← save as FORMAT {utf-8|utf8|(utf-8)}
    """#
}
