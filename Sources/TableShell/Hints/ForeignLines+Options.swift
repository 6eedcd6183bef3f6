extension ForeignLines {
  /// What comes before all others, as these begin likewise.
  static let habits = [options, ranges, pairs].joined(separator: "\n")

  /// Options that other tools have, the table or its file named beside the file that is written, and a column
  /// that stands last.
  static let options = #"""
    replace --regex COL FOLDED VALUE2
      replace -i COL VALUE VALUE2   replace COL VALUE VALUE2 -i   replace COL VALUE VALUE2 -gi
      replace --ignore-case COL VALUE VALUE2   replace COL VALUE VALUE2 --ignore-case
      replace --case-insensitive COL VALUE VALUE2   replace COL VALUE VALUE2 --case-insensitive
    find --column COL VALUE
      grep -i VALUE COL   grep -n VALUE COL   grep VALUE in COL   grep -i VALUE in COL   rg VALUE COL
      find -i VALUE in COL   find -i VALUE COL   find VALUE in COL -i   find VALUE COL -i
      find VALUE --in COL   find --in COL VALUE
    find PHRASE
      find PHRASE -i   find PHRASE --ignore-case   find -i PHRASE   find --ignore-case PHRASE
    find --column COL VALUE
      find VALUE COL   search VALUE COL
    sort by COL desc
      sort by COL -r   sort by COL --reverse   sort by COL --desc   sort by COL --descending   sort COL -r
      sort COL --reverse   sort COL --desc   sort COL --descending   sort --reverse COL   sort --desc COL
      sort --reverse by COL   sort --desc by COL   sort -r by COL   sort by COL -nr   sort by COL -rn
    show COLS HEAD
      show COLS --limit N   show COLS -n N   show COLS --head N   show COLS --rows N
    show HEAD
      show --limit N   show -n N   show --head N   show --rows N   show -N
    export FILE COLS
      export FILE --columns COLS   export --columns COLS FILE   export FILE --cols COLS
      export FILE --fields COLS
    tally COL
      tally COL
    save --as FILE
      save OWN as FILE   save --as OWN FILE   save OWN --as FILE   rename OWN to FILE
    save FILE
      save OWN to FILE   save OWN FILE   copy OWN FILE   cp OWN FILE   save into FILE
      save OWN into FILE   write OWN FILE   save -o FILE   save --output FILE   save --out FILE
    export FILE
      export OWN to FILE   export OWN as FILE   export OWN FILE   write OWN to FILE   export into FILE
      export > FILE   export -o FILE   export --output FILE   export FILE --output   export --out FILE
    record start FILE
      record FILE   record to FILE   record -o FILE   record --output FILE   record start -o FILE
    """#

  /// Whole columns of a spreadsheet, `G:G` or `G2:G3001`: these are a COL.
  static let ranges = #"""
    COUNTIF
      =countif(COL, VALUE)   =countif(COL; VALUE)   countif(COL, VALUE)   countif(COL; VALUE)
    query SELECT sum(COL) FROM TABLE
      =sum(COL)   sum(COL)
    count where $COL ~= nil
      =count(COL)   =counta(COL)   counta(COL)
    """#
}
