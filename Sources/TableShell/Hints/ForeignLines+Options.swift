extension ForeignLines {
  /// What comes before all others, as these begin likewise.
  static let habits = [options, ranges, pairs].joined(separator: "\n")

  /// Options that other tools have, the table or its file named beside the file that is written, and a column
  /// that stands last.
  static let options = #"""
    replace --regex COL FOLDED VALUE2
      replace {-i|--ignore-case|--case-insensitive} COL VALUE VALUE2
      replace COL VALUE VALUE2 {-i|-gi|--ignore-case|--case-insensitive}
    find --column COL VALUE
      {grep|find} -i VALUE {in |}COL   {grep -n|rg} VALUE COL   grep VALUE in COL   find VALUE {in |}COL -i
      find VALUE --in COL   find --in COL VALUE
    find PHRASE ← find PHRASE {-i|--ignore-case}   find {-i|--ignore-case} PHRASE
    find --column COL VALUE ← {find|search} VALUE COL
    sort by COL desc
      sort by COL {-r|-nr|-rn}   sort {by |}COL {--reverse|--descending|--desc}   sort COL -r
      sort {--reverse|--desc} {by |}COL   sort -r by COL
    show COLS HEAD ← show COLS {--limit|-n|--head|--rows} N
    show HEAD ← show {--limit|-n|--head|--rows} N   show -N
    export FILE COLS ← export FILE {--columns|--cols|--fields} COLS   export --columns COLS FILE
    tally COL ← tally COL
    save --as FILE ← save OWN {as|--as} FILE   save --as OWN FILE   rename OWN to FILE
    save FILE ← save OWN {to |into |}FILE   {copy|cp|write} OWN FILE   save {into|-o|--output|--out} FILE
    export FILE
      export OWN {to |as |}FILE   write OWN to FILE   export {into|>|-o|--output|--out} FILE
      export FILE --output
    export --delimiter ";" FILE
      export FILE {sep|delimiter|delim|-d|-s} {=|;|}{;|}   export FILE {--sep|--delimiter}=
    export --delimiter VALUE FILE ← export FILE {sep|delimiter|delim}=VALUE   export FILE {-d|--sep} VALUE
    export FILE ← export FILE {index|header|columns}={true|false|none|0|1}   export FILE --no-index
    find --regex --column COL VALUE ← find --regex VALUE {in |}COL   find --regex COL VALUE
    sample N ← show {random |sample |}N random{ rows|}   show random N{ rows|}
    undo list ← undo {sort|edit|delete|number|trim|replace|fill|dedupe|date|join|title|split}
    record start FILE ← record {to |--output |start -o |-o |}FILE
    """#

  /// Whole columns of a spreadsheet, `G:G` or `G2:G3001`: these are a COL.
  static let ranges = #"""
    COUNTIF ← {=countif|countif|=countifs|countifs}(COL{,|;} VALUE)
    query SELECT sum(COL) FROM TABLE ← {=sum|sum}(COL)
    count where $COL ~= nil ← {=count|=counta|counta}(COL)
    """#
}
