extension ForeignLines {
  /// Making other tables and files, outliers, dates, columns with the verb behind them, and sentences.
  static let layouts = #"""
    replace COL VALUE VALUE2
      replace {all|every} VALUE with VALUE2 in COL   replace all VALUE {by |}VALUE2 in COL
      replace {all |every |}VALUE in COL with VALUE2   replace {all |}VALUE in COL by VALUE2
      replace COL all VALUE VALUE2   replace {in |}COL all VALUE with VALUE2
    replace HCOLS VALUE VALUE2
      replace {all|every} VALUE with VALUE2   replace all VALUE {by |}VALUE2   replace VALUE VALUE2 everywhere
      replace {all |}VALUE with VALUE2 everywhere
    trim COLS
      trim {in|blanks from|spaces in column} COLS   trim all {in |}COLS
      trim COLS {whitespace|spaces|blanks|in rows}   trim COLS {in |}all rows   remove spaces from COLS
      remove whitespace {from|in} COLS
    trim * ← trim {all rows|columns|everywhere}
    date COL PHRASE VALUE2 ← date from PHRASE to VALUE2 in COL   date COL from PHRASE to VALUE2
    date COL VALUE VALUE2
      date {from |}VALUE to VALUE2 in COL   {date in|date|convert|format} COL from VALUE to VALUE2
      date COL VALUE {to|->} VALUE2   date VALUE {to |}VALUE2 COL   date VALUE VALUE2 in COL
    show COL ← scroll to {column |}COL   scroll COL   goto COL   {go|jump} to COL
    column move COL 0
      column {first|front|order|swap} COL   column COL {first|to front}   {order|reorder} column COL
      reorder COL
    column keep COLS,* but COLS
      column {order|reorder|swap|arrange} COLS   columns {order|reorder|first|=} COLS
      {order|reorder|rearrange|set} columns COLS   reorder {-f |}COLS
      column move COLS {first|0|to front|to 0}   move {columns |}COLS first   {columns:|relocate|xcols} COLS
      relocate(COLS)   NAME.relocate(COLS)
    show COLS ← columns only COLS   column {only|select} COLS
    column hide COLLIST ← column COLS hide   hide columns COLS
    column unhide COLLIST ← column COLS {unhide|show}
    column delete COLLIST ← column COLS {delete|remove|drop}
    rename COL NAME ← column COL rename {to |}NAME
    split --rest COL by LIT into NAME,NAME2
      split COL LIT {into |}NAME NAME2   split COL LIT {as |}NAME,NAME2   split COL by LIT {to |as |}NAME,NAME2
      split COL by LIT {to |as |into |}NAME NAME2
    top N by COL ← select N largest COL
    top N by COL asc ← select bottom N {by |}COL   select N smallest COL
    show where OUTLYING  # beyond the quartiles by 1.5 times their distance
      outliers {in |of |by |}NUM   {outliers|iqr|NAME.outliers}(NUM)   {select|show} outliers {in |of |}NUM
      find outliers {in |}NUM   iqr NUM   {select|show} rule {outlier|outliers} NUM
    show where DISTANT  # more than 3 standard deviations from the mean
      {show |select |}zscore NUM   zscore(NUM)   z-score NUM   zscores NUM   stats.zscore(NAME{.NUM|[NUM]})
    describe COL
      outliers {in |of |}COL   iqr COL   zscore COL   {show|find} outliers {in |}COL   select outliers COL
      {select|show} rule {outlier|outliers} COL
    export --format FORMAT -
      save {--format|--as} FORMAT -   save --format=FORMAT -   save - {--format|--as} FORMAT
      save - --format=FORMAT   {save|export} --FORMAT{ -|}   {save|export} - --FORMAT   export --as FORMAT -
      export - {--as |}FORMAT
    export --format FORMAT FILE
      save {--format FORMAT|--format=FORMAT} FILE   save FILE {--format FORMAT|--format=FORMAT}
      {save|export} --FORMAT FILE   {save|export} FILE --FORMAT
    sample SHARE ← sample N %
    group by COL sum NUM ← tally COL {by|sum} NUM   sum NUM {by|per} COL   total NUM by COL
    pivot COL COL2 NUM sum
      pivot COL {by |}COL2 {sum |}NUM   pivot NUM by COL and COL2   pivot COL, COL2, NUM
      pivot COL,COL2 sum NUM   pivot rows COL columns COL2 values NUM
    pivot COL COL2 NUM mean ← pivot COL COL2 NUM {avg|average}   pivot COL {by |}COL2 {avg|mean} NUM
    pivot COL COL2 COUNTED count
      pivot COL{,| by| vs| and| against| x|} COL2   pivot rows COL columns COL2   pivot COL COL2 count
      crosstab COL{ by|,|} COL2   crosstab(COL, COL2)   {pivot_table|xtab} COL COL2   tally COL {by|vs} COL2
      crosstab(NAME$COL, NAME2$COL2)   NAME3.crosstab(NAME.COL, NAME2.COL2)
    date DATESKIP COL DATES YYYY-MM-DD
      date COL   {normalize |fix |}dates COL   date COL {to |as |}iso   to_datetime COL   to_date COL
      parse_dates COL   {to_datetime|ymd|as.date}(COL)   todate COL   convert COL to date   type-date COL
      {column |}type COL date   NAME2.to_datetime(NAME{.COL|[COL]})
      NAME[COL] = NAME2.to_datetime(NAME3[COL2])
    date DATESKIP COL DATES VALUE ← date COL {to |as |}VALUE   format COL {as |}VALUE   strftime(COL, VALUE)
    """#
}
