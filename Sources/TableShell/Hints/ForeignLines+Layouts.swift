extension ForeignLines {
  /// Making other tables and files, outliers, dates, columns with the verb behind them, and sentences.
  static let layouts = #"""
    replace COL VALUE VALUE2
      replace all VALUE with VALUE2 in COL   replace all VALUE by VALUE2 in COL
      replace all VALUE in COL with VALUE2   replace all VALUE in COL by VALUE2
      replace all VALUE VALUE2 in COL   replace every VALUE with VALUE2 in COL
      replace every VALUE in COL with VALUE2   replace VALUE in COL with VALUE2
      replace VALUE in COL by VALUE2   replace COL all VALUE VALUE2   replace COL all VALUE with VALUE2
      replace in COL VALUE VALUE2   replace in COL all VALUE with VALUE2
    replace HCOLS VALUE VALUE2
      replace all VALUE with VALUE2   replace all VALUE by VALUE2   replace all VALUE VALUE2
      replace every VALUE with VALUE2   replace VALUE VALUE2 everywhere
      replace VALUE with VALUE2 everywhere   replace all VALUE with VALUE2 everywhere
    trim COLS
      trim in COLS   trim all in COLS   trim all COLS   trim column COLS   trim columns COLS
      trim spaces COLS   trim spaces in COLS   trim spaces from COLS   trim blanks in COLS
      trim blanks from COLS   trim whitespace COLS   trim whitespace in COLS   trim whitespace from COLS
      trim COLS whitespace   trim COLS spaces   trim COLS blanks   trim COLS in all rows   trim COLS in rows   trim COLS all rows   trim spaces in column COLS
      remove spaces from COLS   remove whitespace from COLS   remove whitespace in COLS
    trim *
      trim whitespace   trim spaces   trim blanks   trim cells   trim all cells   trim all spaces
      trim all whitespace   trim all rows   trim columns   trim table   trim everywhere
    date COL PHRASE VALUE2
      date from PHRASE to VALUE2 in COL   date COL from PHRASE to VALUE2
    date COL VALUE VALUE2
      date from VALUE to VALUE2 in COL   date VALUE to VALUE2 in COL   date in COL from VALUE to VALUE2
      date COL from VALUE to VALUE2   date COL VALUE to VALUE2   date COL VALUE -> VALUE2
      date VALUE VALUE2 COL   date VALUE to VALUE2 COL   date VALUE VALUE2 in COL
      convert COL from VALUE to VALUE2   format COL from VALUE to VALUE2
    show COL
      scroll to COL   scroll COL   goto COL   go to COL   jump to COL   scroll to column COL
    column move COL 0
      column first COL   column COL first   column front COL   column order COL   order column COL
      reorder COL   reorder column COL   column COL to front   column swap COL
    column keep COLS,* but COLS
      column order COLS   columns order COLS   order columns COLS   reorder columns COLS   reorder COLS
      column reorder COLS   rearrange columns COLS   columns reorder COLS   reorder -f COLS
      column move COLS first   column move COLS to front   column move COLS to 0   column move COLS 0
      move columns COLS first   move COLS first   columns first COLS   column swap COLS
      column arrange COLS   set columns COLS   columns = COLS   columns: COLS   relocate COLS
      relocate(COLS)   xcols COLS   NAME.relocate(COLS)
    show COLS
      columns only COLS   column only COLS   column select COLS
    column hide COLLIST
      column COLS hide   hide columns COLS
    column unhide COLLIST
      column COLS unhide   column COLS show
    column delete COLLIST
      column COLS delete   column COLS remove   column COLS drop
    rename COL NAME
      column COL rename NAME   column COL rename to NAME
    split --rest COL by LIT into NAME,NAME2
      split COL LIT NAME NAME2   split COL LIT NAME,NAME2   split COL LIT into NAME NAME2
      split COL LIT as NAME,NAME2   split COL by LIT NAME,NAME2
    top N by COL
      select N largest COL
    top N by COL asc
      select bottom N COL   select bottom N by COL   select N smallest COL
    show where OUTLYING
      outliers NUM   outliers in NUM   outliers of NUM   outliers(NUM)   outliers by NUM
      select outliers NUM   select outliers in NUM   select outliers of NUM   show outliers NUM
      show outliers in NUM   show outliers of NUM   find outliers NUM   find outliers in NUM
      iqr NUM   iqr(NUM)   NAME.outliers(NUM)
    show where DISTANT
      zscore NUM   zscore(NUM)   z-score NUM   zscores NUM   show zscore NUM   select zscore NUM
      stats.zscore(NAME.NUM)   stats.zscore(NAME[NUM])
    describe COL
      outliers COL   iqr COL   zscore COL   show outliers COL   show outliers in COL   find outliers COL
      find outliers in COL   outliers in COL   outliers of COL   select outliers COL
    export --format FORMAT -
      save --format FORMAT -   save --format=FORMAT -   save - --format FORMAT   save - --format=FORMAT
      save --as FORMAT -   save - --as FORMAT   save --FORMAT -   save - --FORMAT   save --FORMAT
      export --FORMAT -   export - --FORMAT   export --FORMAT   export --as FORMAT -
      export - --as FORMAT   export -FORMAT   export - FORMAT
    export --format FORMAT FILE
      save --format FORMAT FILE   save --format=FORMAT FILE   save FILE --format FORMAT
      save FILE --format=FORMAT   save --FORMAT FILE   save FILE --FORMAT   export --FORMAT FILE
      export FILE --FORMAT
    sample SHARE
      sample N %
    group by COL sum NUM
      tally COL by NUM   tally COL sum NUM   sum NUM by COL   sum NUM per COL   total NUM by COL
    pivot COL COL2 NUM sum
      pivot COL by COL2 sum NUM   pivot COL COL2 sum NUM   pivot COL COL2 NUM   pivot NUM by COL and COL2
      pivot COL, COL2, NUM   pivot COL,COL2 sum NUM   pivot COL by COL2 NUM
      pivot rows COL columns COL2 values NUM
    pivot COL COL2 NUM mean
      pivot COL COL2 NUM avg   pivot COL COL2 NUM average   pivot COL by COL2 avg NUM
      pivot COL by COL2 mean NUM   pivot COL COL2 avg NUM   pivot COL COL2 mean NUM
    pivot COL COL2 COUNTED count
      pivot COL COL2   pivot COL, COL2   pivot COL by COL2   pivot COL vs COL2   pivot COL and COL2
      pivot COL against COL2   pivot COL x COL2   pivot rows COL columns COL2   pivot COL COL2 count
      crosstab COL COL2   crosstab(COL, COL2)   crosstab COL by COL2   crosstab COL, COL2
      pivot_table COL COL2   tally COL by COL2   xtab COL COL2   crosstab(NAME$COL, NAME2$COL2)
      NAME3.crosstab(NAME.COL, NAME2.COL2)   tally COL vs COL2
    date DATESKIP COL DATES YYYY-MM-DD
      date COL   dates COL   date COL iso   date COL to iso   to_datetime COL   to_date COL
      parse_dates COL   to_datetime(COL)   todate COL   date COL as iso   convert COL to date
      normalize dates COL   fix dates COL   as.date(COL)   ymd(COL)   type-date COL   type COL date
      column type COL date   cast COL as date   NAME2.to_datetime(NAME.COL)
      NAME2.to_datetime(NAME[COL])   NAME[COL] = NAME2.to_datetime(NAME3[COL2])
    date DATESKIP COL DATES VALUE
      date COL VALUE   date COL to VALUE   date COL as VALUE   format COL as VALUE   format COL VALUE
      date format COL VALUE   strftime(COL, VALUE)
    """#
}
