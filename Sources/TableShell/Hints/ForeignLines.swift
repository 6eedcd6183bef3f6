/// The lines of other tools that have a like here. `ForeignPattern` says how the tables below are read;
/// of several patterns that fit a line the first counts whose line for here can be read, so the exact
/// ones come first.
enum ForeignLines {
  private static let all = index([
    phrases, spoken, lookups, habits, tables, sheets, shells, miller, ownWords, layouts, programs,
    frames,
    pandas,
    lone,
  ])
  private static let last = index([general, examples])

  private static func index(_ tables: [String]) -> [String?: [ForeignPattern]] {
    Dictionary(grouping: tables.flatMap(ForeignPattern.table), by: \.first)
  }

  /// The patterns that may fit a line beginning with a word or symbol, in lower case; those that begin
  /// with a placeholder come last.
  ///
  /// - Parameter isLast: whether those are wanted that count where nothing else fits.
  static func patterns(beginningWith first: String, isLast: Bool) -> [ForeignPattern] {
    let patterns = isLast ? last : all
    return (patterns[first] ?? []) + (patterns[nil] ?? [])
  }

  /// What commands that have other names or another grammar here do elsewhere.
  private static let ownWords = #"""
    sort by COL desc
      sort descending COL   sort desc COL   sort Z to A COL   sort COL Z to A   sort COL z-a
      sort largest to smallest COL   sort COL largest to smallest   sort high to low COL
      sort COL high to low   sort newest first COL   sort COL newest first   sort COL backwards
      sort COL desc   sort COL descending   sort by COL descending   sort by COL reverse
      sort by COL decreasing   sort by COL down   sort by -COL   sort -COL   sort descending by COL
      sort COL reverse   sort COL z-a   sort -r COL   sort -nr COL   sort -n -r COL   sort -r -n COL
      order by COL descending
    sort by COLS
      sort asc COLS   sort ascending COLS   sort A to Z COLS   sort COLS A to Z   sort smallest to largest COLS
      sort COLS smallest to largest   sort low to high COLS   sort COLS low to high
      sort oldest first COLS   sort COLS oldest first
      sort COLS   sort on COLS   sort by COLS ascending   sort COLS ascending   sort COLS asc
      sort ascending by COLS   sort COL a-z   sort by COLS   sort -f COLS   sort -n COLS
      sort -nf COLS   sort -k COLS   order by COLS ascending
    sort by ORDER
      sort ORDER   sort by ORDER   sort on ORDER   sort -k ORDER   order by ORDER   order ORDER
      orderby ORDER   arrange ORDER   sort_values ORDER   sort_by ORDER   sort-by ORDER
    sort by NTH
      sort -k N   sort -t, -k N
    top N by COL
      select top N COL   select top N by COL   select largest N COL   show largest N COL
      top N COL   top COL N   top N of COL   top N in COL   top -n N -f COL   largest N COL   nlargest(N, COL)
    top N by COL asc
      bottom N COL   bottom COL N   bottom N by COL   smallest N COL
    top 10 by COL
      top COL   top by COL   largest COL
    top N by NCOL
      top N
    show HEAD
      show first N   show top N   show N rows   first N   first N rows   head   head N   head -N
      head -n N
    show COLS HEAD
      show COLS limit N   show COLS first N   show COLS head N
    show HEAD
      show * limit N   show limit N   show * first N   show * head N
    top N by COL
      show COLS top N by COL   show * top N by COL   show top N by COL
    show COLS N:REST
      show N:REST COLS
    show COLS @REST
      show @REST COLS
    show TAIL
      show last N   last N   last N rows   tail   tail N   tail -N   tail -n N
    show 0:N-N2
      show N-N2   show N..N2   show rows N to N2
    show where EXPR
      where EXPR   filter by EXPR   filter on EXPR   select-expr EXPR
      show EXPR   show rows where EXPR   show if EXPR   filter EXPR   filter where EXPR
      filter(EXPR)   filter -x EXPR   find EXPR   search EXPR   list where EXPR   print where EXPR
    count where EXPR
      count EXPR   count rows where EXPR   count if EXPR   count COL where EXPR
    delete where EXPR
      delete EXPR   delete rows where EXPR   delete if EXPR   remove where EXPR   drop where EXPR
      rm where EXPR
    keep where EXPR
      keep EXPR   keep rows where EXPR   retain where EXPR
    select where EXPR
      select rows where EXPR   select EXPR
    column delete COLLIST
      delete COLS   delete column COLS   remove COLS   remove column COLS   drop COLS
      drop column COLS   rm COLS   column drop COLS   column remove COLS   cut -x -f COLS
    rename COL NAME
      rename COL to NAME   rename COL as NAME   rename COL -> NAME   rename COL => NAME
      rename COL=NAME   rename COL,NAME   rename COL NAME   rename column COL to NAME
      rename column COL NAME   rename -f COL,NAME   column rename COL to NAME
      column rename COL as NAME   mv COL NAME
    replace COL VALUE VALUE2
      replace VALUE with VALUE2 in COL   replace VALUE by VALUE2 in COL
      replace COL VALUE with VALUE2   replace COL VALUE by VALUE2   replace COL VALUE to VALUE2
      replace in COL VALUE with VALUE2   replace VALUE VALUE2 in COL   change VALUE to VALUE2 in COL
      gsub -f COL VALUE VALUE2   sub -f COL VALUE VALUE2
    replace HCOL VALUE VALUE2
      replace VALUE with VALUE2   replace VALUE by VALUE2   replace VALUE VALUE2
      find and replace VALUE VALUE2   find and replace VALUE with VALUE2   change VALUE to VALUE2
      substitute(VALUE, VALUE2)
    replace HCOLS VALUE VALUE2
      s/VALUE/VALUE2/   s/VALUE/VALUE2/g   %s/VALUE/VALUE2/   %s/VALUE/VALUE2/g   :s/VALUE/VALUE2/
      :s/VALUE/VALUE2/g   :%s/VALUE/VALUE2/   :%s/VALUE/VALUE2/g   :%s/VALUE/VALUE2/gc
      sed s/VALUE/VALUE2/   sed s/VALUE/VALUE2/g   sed -i s/VALUE/VALUE2/g
    replace HCOLS VALUE ""
      s/VALUE//   s/VALUE//g   :%s/VALUE//   :%s/VALUE//g   :s/VALUE//g   sed s/VALUE//
      sed s/VALUE//g
    insert 0:N  # rows count from 0
      insert row N   insert row at N   insert row above N   insert row before N   insert at N
      add row N   add row at N
    insert 0:end
      insert   insert row   add row   new row   append row   append
    insert 0:end REST
      insert REST   insert row REST   add row REST   add REST   append REST
    edit * COL=LIT
      put $COL = LIT   let COL = LIT
    edit * COL := CEXPR
      put $COL = CEXPR   let COL = CEXPR
    column add NAME := CEXPR
      column add NAME = CEXPR   column add NAME CEXPR   column NAME = CEXPR   column NAME := CEXPR
      add column NAME = CEXPR   add column NAME := CEXPR   add NAME = CEXPR
      addcol-expr NAME = CEXPR   put $NAME = CEXPR   let NAME = CEXPR
    combine COL,COL2 into NAME
      column add NAME = COL + COL2   column add NAME = COL & COL2
    column add NAME := $LIT
      column add NAME = LIT   add column NAME = LIT   put $NAME = LIT   let NAME = LIT
    column add NAME
      add column NAME   column new NAME   insert column NAME   new column NAME   add NAME
    edit where EXPR set COL=LIT
      edit COL = LIT where EXPR   edit COL := LIT where EXPR   edit set COL = LIT where EXPR
      edit COL LIT where EXPR   set COL = LIT where EXPR   set COL to LIT where EXPR
      update COL = LIT where EXPR   edit where EXPR COL = LIT   edit where EXPR COL := LIT
      edit where EXPR set COL = LIT   edit where EXPR, COL = LIT   edit where EXPR then COL = LIT
    edit where EXPR set COL=VALUE
      edit COL = VALUE where EXPR   set COL = VALUE where EXPR   update COL = VALUE where EXPR
      edit where EXPR COL = VALUE   edit where EXPR set COL = VALUE
    edit where EXPR set COL := CEXPR
      edit COL = CEXPR where EXPR   edit COL := CEXPR where EXPR   edit where EXPR set COL = CEXPR
      edit where EXPR COL := CEXPR
    edit where EXPR set COL := $COL + LIT
      edit where EXPR set COL += LIT   edit where EXPR COL += LIT
    edit where EXPR set COL := $COL - LIT
      edit where EXPR set COL -= LIT   edit where EXPR COL -= LIT
    edit where EXPR set COL := $COL * LIT
      edit where EXPR set COL *= LIT   edit where EXPR COL *= LIT
    edit @REST COL=VALUE
      edit COL=VALUE @REST   edit COL = VALUE @REST
    edit N:REST COL=VALUE
      edit COL=VALUE N:REST   edit COL = VALUE N:REST
    edit N:N2 COL=PHRASES
      edit N:N2 COL=PHRASES
    edit @N COL=PHRASES
      edit @N COL=PHRASES
    edit * COL := CEXPR
      edit COL := CEXPR   edit COL = CEXPR   update COL = CEXPR
    column add NAME := CEXPR
      edit NAME = CEXPR   edit NAME := CEXPR   set NAME = CEXPR   edit * NAME = CEXPR
      edit * NAME := CEXPR   edit set NAME = CEXPR   update NAME = CEXPR
    help fill
      fill COL mean   fill COL median   fill COL mode   fill COL average   fill COL avg
      fill COL max   fill COL min   fill COL zero   fill COL zeros   fill COL with mean
      fill COL with median   fillna COL mean   fillna COL median
    edit where $COL == nil set COL=VALUE
      fill COL with VALUE   fill null COL VALUE   fill blanks COL VALUE   fill COL blanks VALUE
      fill-empty -v VALUE -f COL   fill-empty -f COL -v VALUE
    fill down COLS
      fillna COLS
    help null
      fillna   fillna VALUE   fillna(REST)   NAME.fillna(REST)   fill-empty   fill-empty -v VALUE
      fill blanks   fill nulls   replace nulls   replace null
    fill down NULLCOLS
      fill down   fill-down -a   filldown   ffill
    fill up NULLCOLS
      fill up   bfill
    fill down COLS
      fill COLS   fill COLS down   fill-down -f COLS   fill-down -a -f COLS   filldown COLS
      ffill COLS   fill COLS ffill   fill COLS pad   fill COLS forward   fill COLS forwards
      fill COLS downward   fill COLS downwards   fill COLS from above   fill COLS above
      fill COLS with above   fill COLS previous   fill COLS with previous   fill down COLS
      fillna COLS ffill   fillna COLS pad   fillna COLS method=ffill   fill-down COLS
    fill up COLS
      fill COLS up   fill COLS bfill   fill COLS backfill   fill COLS backward
      fill COLS backwards   fill COLS upward   fill COLS upwards   fill COLS from below
      fill COLS below   fill COLS with below   fill COLS next   fill COLS with next   fill up COLS
      bfill COLS   fillna COLS bfill   fillna COLS backfill   fillna COLS method=bfill
    edit where $COL == nil set COL=VALUE
      fill COL VALUE   fillna COL VALUE
    split --rest COL by VALUE into NAME,NAME2
      split COL VALUE into NAME,NAME2   split COL on VALUE into NAME,NAME2
      split COL at VALUE into NAME,NAME2   split COL by VALUE into NAME NAME2
    split --rest COL by VALUE into COL_1,COL_2
      split COL VALUE   split COL by VALUE   split COL on VALUE   split COL at VALUE
    split REMAINDER COL by SEPARATOR into NAME,NAME2
      split COL into NAME NAME2   split COL into NAME,NAME2   split COL into NAME and NAME2
      split COL as NAME NAME2   split COL as NAME,NAME2   split COL to NAME,NAME2
      split COL NAME NAME2   split COL into (NAME, NAME2)
    split REMAINDER COL by SEPARATOR into NAME,NAME2,NAME3
      split COL into NAME NAME2 NAME3   split COL into NAME,NAME2,NAME3
    split COL by " " into REST
      split COL into REST
    split REMAINDER COL by SEPARATOR into COL_1,COL_2
      split COL
    combine COLS into NAME
      combine COLS as NAME   combine COLS to NAME   concat COLS into NAME   concat COLS as NAME
      merge COLS into NAME
    combine COLS into both
      combine COLS   concat COLS
    dedupe by COLS
      drop_duplicates COLS   drop duplicates COLS   drop duplicates by COLS   dedup COLS
      remove duplicates COLS   remove duplicates in COLS   remove duplicates on COLS
      deduplicate COLS   deduplicate by COLS   dedupe COLS   dedupe on COLS   uniq -g COLS   remove duplicates by COLS
    dedupe --dry-run BYDATA
      distinct   unique   uniq   find duplicates   show duplicates   duplicates
    dedupe BYDATA
      deduplicate   remove duplicates   drop duplicates   drop_duplicates   delete duplicates
      dedup   remove doubles   dedupe all
    group by COLS sum COLS2
      group COLS sum COLS2   group by COLS sum(COLS2)   group COLS sum(COLS2)
      group by COLS, sum COLS2   sum COLS2 by COLS   stats1 -a sum -f COLS2 -g COLS
    query SELECT sum(COL) FROM TABLE
      group sum COL   group by sum COL   group by sum(COL)
    group by COLS mean COLS2
      group COLS mean COLS2   group by COLS mean(COLS2)   group by COLS avg COLS2
      group by COLS avg(COLS2)   group by COLS average COLS2   mean COLS2 by COLS
      average COLS2 by COLS   avg COLS2 by COLS   stats1 -a mean -f COLS2 -g COLS
    group by COLS max COLS2
      group by COLS max(COLS2)   group COLS max COLS2   max COLS2 by COLS
      stats1 -a max -f COLS2 -g COLS
    group by COLS min COLS2
      group by COLS min(COLS2)   group COLS min COLS2   min COLS2 by COLS
      stats1 -a min -f COLS2 -g COLS
    query SELECT COLS, count(*) FROM TABLE GROUP BY COLS HAVING REST
      group by COLS having REST
    group by COLS sum NUM
      group NUM by COLS   sum NUM per COLS   sum of NUM by COLS   total NUM by COLS
      total NUM per COLS   subtotal NUM by COLS
    group by COLS NAME COLS2
      group by COLS NAME COLS2
    group by COLS NAME COL NAME2 COL2
      group by COLS NAME COL, NAME2 COL2   group by COLS, NAME COL, NAME2 COL2
      group by COLS NAME(COL), NAME2(COL2)   group COLS NAME COL, NAME2 COL2
    group by COLS NAME COL mean COL2
      group by COLS NAME COL, avg COL2   group by COLS NAME(COL), avg(COL2)
    group by COLS mean COL NAME2 COL2
      group by COLS avg COL, NAME2 COL2   group by COLS avg(COL), NAME2(COL2)
    group by COLS2,COLS count
      group COLS by COLS2
    group by COLS count
      count per COLS   group COLS count   group COLS, count   group by COLS, count   tally COLS   group by COLS count(*)   group COLS   groupby COLS   group on COLS
    tally COL
      hist COL   hist(COL)   counts COL   count of COL   freq-col COL   group COL freq
      count COL   count by COL   count distinct COL   count unique COL   count values of COL
      count -g COL   count-distinct -f COL   count-similar -g COL   tally by COL   distinct COL
      unique COL   uniq COL   nunique COL   n_distinct(COL)   value_counts COL   levels COL
      freq COL   frequency COL   histogram COL   uniq -c COL   values COL   unique values of COL
    group by COL,COLS count
      distinct COL, COLS
    group by COLS count
      unique COLS   uniq COLS   value_counts COLS   value-counts COLS
    join EXISTS on SHARED
      join EXISTS   merge EXISTS   join with EXISTS   merge with EXISTS   left join EXISTS
      vlookup EXISTS   lookup EXISTS
    join EXISTS on SHARED left
      join EXISTS left   left join EXISTS
    join EXISTS on SHARED inner
      join EXISTS inner   inner join EXISTS
    join FILE on COL=NAME inner
      inner join FILE on COL = NAME   join FILE on COL = NAME inner
    join FILE on COL=NAME
      join FILE on COL = NAME   join FILE on COL NAME   join FILE COL NAME   join FILE COL = NAME
      left join FILE on COL = NAME   left outer join FILE on COL = NAME   join FILE on COL and NAME
      join FILE on COL to NAME   join FILE on COL with NAME
      left join FILE on NAME2.COL = NAME3.NAME   join FILE on NAME2.COL = NAME3.NAME
      left join FILE on COL = NAME3.NAME   join FILE on COL = NAME3.NAME
    join FILE on COL inner
      inner join FILE on COL   inner join FILE using COL   inner join FILE using (COL)
    join FILE on COL
      join FILE using (COL)   left join FILE using (COL)   join FILE COL   join FILE by COL   join FILE using COL   join with FILE on COL   join -f FILE -j COL
      join -j COL -f FILE   left join FILE on COL   merge FILE on COL   vlookup FILE COL
    column move COL 0
      column move COL first   column move COL to first   column move COL to front
      column move COL front   move COL first   move COL to front   move column COL first   reorder -f COL
    column move COL N
      move COL to N   move COL N   move column COL to N   move column COL N
    column move COL LASTINDEX
      column move COL last   column move COL to last   column move COL to end   column move COL end
      move COL last   move COL to end
    section by COL
      section COL   sections by COL   section on COL
    trim *
      trim   trim *   trim all   trim everything   trim all columns   strip   strip *   strip all
      clean   clean *   clean all
    trim COLS
      strip COLS   clean COLS
    title COLS
      title COLS   proper COLS   propercase COLS   proper case COLS   titlecase COLS   title case COLS
      capitalize COLS   capitalise COLS   initcap COLS   initcap(COLS)   camelcase COLS
    upper COLS
      upper COLS   uppercase COLS   toupper COLS   upcase COLS
    lower COLS
      lower COLS   lowercase COLS   tolower COLS   downcase COLS
    number COLS
      type COLS number   type COLS int   type COLS float   type-int COLS   type-float COLS
      type-currency COLS   cast COLS as int   cast COLS as integer   cast COLS as numeric
      column type COLS int   column type COLS integer   column type COLS float
      column type COLS numeric   convert COLS to number   convert COLS to numbers   to_number COLS
      to number COLS   numeric COLS   as_number COLS   astype COLS int   astype COLS float
      parse_number(COLS)   as.numeric(COLS)   currency COLS   format COLS
    column type COL text
      type COL text   type COL string   type-string COL   cast COL as text   column type COL string
      column type COL str   column type COL varchar   convert COL to text
    find --column COL VALUE
      find COL VALUE   find VALUE in COL   search COL VALUE   search VALUE in COL   grep VALUE COL
    describe COL
      quantile COL   quantiles COL   percentile COL   std COL
      avg COL   average COL   mean COL   median COL   max COL   min COL   stats COL   summary COL
      counta COL
    query SELECT sum(COL) FROM TABLE
      sum COL   total COL   sum(COL)   sum of COL
    count where $COL == $VALUE
      countif COL VALUE   countif COL = VALUE   count COL VALUE   count if COL = VALUE
    count where $COL == nil
      isnull COL   count blanks COL   countblank COL   countblank(COL)   blanks COL   empty COL   nulls COL   missing COL   count nulls COL   count null COL
    scroll 0:N-1
      goto N   go to N   go N   jump N   scroll to N   :N
    export --format FORMAT -
      export as FORMAT   export to FORMAT   print FORMAT
      convert to FORMAT   to FORMAT   as FORMAT   dump FORMAT   print as FORMAT
    save COPY
      save as FORMAT   save FORMAT   save to FORMAT
    export --format FORMAT FILE
      export FORMAT FILE   export FILE FORMAT   export FILE as FORMAT   export FORMAT to FILE
      export FORMAT as FILE   export to FILE as FORMAT   save FILE as FORMAT   save FORMAT FILE
      save as FORMAT FILE   convert to FORMAT FILE   convert FILE to FORMAT
    help export
      export excel   export to excel   export as excel   export xlsx   export to xlsx   export pdf
      save as excel   save as xlsx   save excel   format
    export FILE
      save copy FILE   save copy as FILE   save a copy FILE   copy to FILE   write FILE
      export to FILE   export as FILE   write to FILE   to_csv FILE   to_json FILE   to_excel FILE
      to_markdown FILE
    save --as FILE
      save as FILE
    save FILE
      save to FILE
    undo N
      undo N times   undo N steps
    redo REDOS
      redo all   redo *   redo everything
    undo list
      redo all   redo *   redo everything
    undo to 0
      undo *   undo all   undo everything   revert   reset   restore
    quit!
      quit without saving   quit --force   exit!
    save; quit
      save and quit
    show *
      show everything   clear filter   clear filters   remove filter   remove filters   unfilter
      filter off   reset filter   show all rows
    show COLS
      columns COLS   show COLS   show columns COLS   print COLS   list COLS   view COLS   display COLS   cut COLS
      cut -f COLS   cut -o -f COLS   get COLS   cat COLS
    show COLS REST
      show COLS REST
    delete REST
      remove REST   drop REST   rm REST   del REST
    edit REST
      update REST   change REST   modify REST
    edit ROWS COL=VALUE  # all rows: edit * COL=VALUE
      edit COL VALUE   edit COL=VALUE   edit COL = VALUE   edit COL := VALUE   edit COL to VALUE
      edit COL: VALUE   set COL VALUE   set COL = VALUE   set COL to VALUE   change COL to VALUE
      set COL=VALUE   change COL VALUE   edit set COL = VALUE   edit set COL=VALUE
    edit REST COL=VALUE
      edit REST COL = VALUE   edit REST COL: VALUE
    insert REST COL=VALUE
      insert REST COL = VALUE
    find VALUE
      filter VALUE
    show NTH
      cut -f N   cut -d, -f N
    number COLS
      number COLS
    """#
}
