/// The lines of other tools that have a like here. `ForeignPattern` says how the tables below are read;
/// of several patterns that fit a line the first counts whose line for here can be read, so the exact
/// ones come first.
enum ForeignLines {
  private static let all = index([tables, ownWords, programs, frames, lone])
  private static let last = index([examples])

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

  /// SQL, and the commands of sqlite3, psql and DuckDB.
  private static let tables = #"""
    query SELECT REST FROM REST2 LIMIT N
      select top N REST from REST2
    query LINE
      select REST from REST2   with REST select REST2
    query SELECT * FROM NAME
      from NAME   table NAME
    query SELECT REST2 FROM NAME
      from NAME select REST2
    show where EXPR
      select * where EXPR
    show COLS where EXPR
      select COLS where EXPR
    tally COL
      select distinct COL   select distinct(COL)   select unique COL
    count where EXPR
      select count(*) where EXPR
    count
      select count(*)   count(*)
    show COLS
      select COLS   select(COLS)
    insert 0:end COL=LIT COL2=LIT2 COL3=LIT3
      insert into NAME (COL, COL2, COL3) values (LIT, LIT2, LIT3)
    insert 0:end COL=LIT COL2=LIT2
      insert into NAME (COL, COL2) values (LIT, LIT2)
    insert 0:end COL=LIT
      insert into NAME (COL) values (LIT)
    edit where EXPR set COL=LIT COL2=LIT2
      update NAME set COL = LIT, COL2 = LIT2 where EXPR
    edit where EXPR set COL=LIT
      update NAME set COL = LIT where EXPR
    edit where EXPR set COL := CEXPR
      update NAME set COL = CEXPR where EXPR
    edit * COL=LIT
      update NAME set COL = LIT
    edit * COL := CEXPR
      update NAME set COL = CEXPR
    delete where EXPR
      delete from NAME where EXPR
    delete *
      delete from NAME   truncate table NAME   truncate NAME
    column add NAME2
      alter table NAME add column NAME2   alter table NAME add NAME2
      alter table NAME add column NAME2 REST
    rename COL NAME2
      alter table NAME rename column COL to NAME2   alter table NAME rename COL to NAME2
    column delete COL
      alter table NAME drop column COL   alter table NAME drop COL
    query REST
      create table NAME as REST   create view NAME as REST
    help new
      create table REST
    close
      drop table NAME
    undo to 0
      rollback   rollback work   abort
    undo list  # each change is a step, which undo takes back
      begin   begin transaction   start transaction   savepoint NAME
    sort by COL desc
      order by COL desc
    sort by COLS
      order by COLS   order by COLS asc   order COLS   orderby COLS
    show where EXPR
      where EXPR   having EXPR
    show HEAD
      limit N   fetch first N rows only
    info
      show tables   show databases   .tables   .databases   \dt   \l   \list   \conninfo   \d+
    columns
      show columns   show columns from NAME   show columns in NAME   show schema   show fields
      desc NAME   desc   describe table NAME   .schema   .schema NAME   .fullschema   \d   \d NAME
      \d+ NAME   pragma table_info(NAME)
    describe
      describe NAME   summarize   summarize NAME   .stats
    export --format FORMAT -
      .mode FORMAT
    export -
      .dump   .dump NAME
    show --record
      .mode line   \x   \x on   \gx
    open FILE
      .import FILE NAME   .open FILE   \c FILE   use FILE   attach FILE
    source FILE
      .read FILE   \i FILE   \ir FILE
    save FILE
      .save FILE   .backup FILE
    export FILE
      .output FILE   .once FILE   \o FILE   \copy REST to FILE   copy REST to FILE
      copy REST to FILE (REST2)
    insert from FILE
      copy NAME from FILE   \copy NAME from FILE   \copy NAME from FILE REST
    echo REST
      .print REST   \echo REST
    quit
      .quit   .exit   .q   \q   :q   :qa   :quit   bye   logout
    help
      .help   \?   \h   :h   :help
    watch
      \watch   \watch N
    edit --editor visible
      \e   \edit
    set
      .show   \set   \pset   .settings
    history
      \s   .history
    """#

  /// What commands that have other names or another grammar here do elsewhere.
  private static let ownWords = #"""
    sort by COL desc
      sort COL desc   sort COL descending   sort by COL descending   sort by COL reverse
      sort by COL decreasing   sort by COL down   sort by -COL   sort -COL   sort descending by COL
      sort COL reverse   sort COL z-a   sort -r COL   sort -nr COL   sort -n -r COL   sort -r -n COL
      order by COL descending
    sort by COLS
      sort COLS   sort on COLS   sort by COLS ascending   sort COLS ascending   sort COLS asc
      sort ascending by COLS   sort COL a-z   sort by COLS   sort -f COLS   sort -n COLS
      sort -nf COLS   sort -k COLS   order by COLS ascending
    sort by ORDER
      sort ORDER   sort by ORDER   sort on ORDER   sort -k ORDER   order by ORDER   order ORDER
      orderby ORDER   arrange ORDER   sort_values ORDER   sort_by ORDER   sort-by ORDER
    sort by NTH
      sort -k N   sort -t, -k N
    top N by COL
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
      show EXPR   show rows where EXPR   show if EXPR   filter EXPR   filter where EXPR
      filter(EXPR)   filter -x EXPR   find EXPR   search EXPR   list where EXPR   print where EXPR
    count where EXPR
      count EXPR   count rows where EXPR   count if EXPR
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
      replace VALUE with VALUE2   replace VALUE by VALUE2   replace VALUE VALUE2   s/VALUE/VALUE2/
      s/VALUE/VALUE2/g   %s/VALUE/VALUE2/   %s/VALUE/VALUE2/g   :s/VALUE/VALUE2/   :s/VALUE/VALUE2/g
      :%s/VALUE/VALUE2/   :%s/VALUE/VALUE2/g   sed s/VALUE/VALUE2/   sed s/VALUE/VALUE2/g
      sed -i s/VALUE/VALUE2/g   tr VALUE VALUE2   find and replace VALUE VALUE2
      change VALUE to VALUE2   substitute(VALUE, VALUE2)
    insert 0:end
      insert   insert row   add row   new row   append row   append
    insert 0:end REST
      insert REST   insert row REST   add row REST   add REST   append REST
    column add NAME := $LIT
      column add NAME = LIT   add column NAME = LIT
    column add NAME := CEXPR
      column add NAME = CEXPR   column add NAME CEXPR   column NAME = CEXPR   column NAME := CEXPR
      add column NAME = CEXPR   add column NAME := CEXPR   add NAME = CEXPR
      addcol-expr NAME = CEXPR   put $NAME = CEXPR   let NAME = CEXPR
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
      edit COL := CEXPR   edit COL = CEXPR   update COL = CEXPR   put $COL = CEXPR   let COL = CEXPR
    help fill
      fill COL mean   fill COL median   fill COL mode   fill COL average   fill COL avg
      fill COL max   fill COL min   fill COL zero   fill COL zeros   fill COL with mean
      fill COL with median   fillna COL mean   fillna COL median
    edit where $COL == nil set COL=VALUE
      fill COL with VALUE   fill null COL VALUE
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
    split --rest COL by VALUE into COL_1,COL_2
      split COL VALUE   split COL by VALUE   split COL on VALUE   split COL at VALUE
    split COL by " " into REST
      split COL into REST
    combine COLS into NAME
      combine COLS as NAME   combine COLS to NAME   concat COLS into NAME   concat COLS as NAME
      merge COLS into NAME
    combine COLS into both
      combine COLS   concat COLS
    dedupe by COLS
      dedupe COLS   dedupe on COLS   uniq -g COLS   remove duplicates by COLS
    dedupe --dry-run by DATACOLS
      distinct   unique   uniq
    dedupe by DATACOLS
      deduplicate   remove duplicates   drop duplicates   drop_duplicates
      delete duplicates
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
    group by COLS count
      group COLS count   group COLS, count   group by COLS, count   tally COLS   group by COLS count(*)   group COLS   groupby COLS   group on COLS
    tally COL
      count COL   count by COL   count distinct COL   count unique COL   count values of COL
      count -g COL   count-distinct -f COL   count-similar -g COL   tally by COL   distinct COL
      unique COL   uniq COL   nunique COL   n_distinct(COL)   value_counts COL   levels COL
      freq COL   frequency COL   histogram COL   uniq -c COL   values COL   unique values of COL
    group by COL,COLS count
      distinct COL, COLS
    group by COLS count
      unique COLS   uniq COLS   value_counts COLS   value-counts COLS
    join FILE on COL
      join FILE by COL   join FILE using COL   join with FILE on COL   join -f FILE -j COL
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
    trim ALLCOLS
      trim   trim *   trim all   strip   strip *   strip all
    trim COLS
      strip COLS
    upper COLS
      uppercase COLS   toupper COLS   upcase COLS
    lower COLS
      lowercase COLS   tolower COLS   downcase COLS
    column type COL number
      type COL number   type COL int   type COL float   type-int COL   type-float COL
      cast COL as int   cast COL as integer   column type COL int   column type COL integer
      column type COL float   column type COL numeric   convert COL to number
    column type COL text
      type COL text   type COL string   type-string COL   cast COL as text   column type COL string
      column type COL str   column type COL varchar   convert COL to text
    find --column COL VALUE
      find COL VALUE   find VALUE in COL   search COL VALUE   search VALUE in COL   grep VALUE COL
    describe COL
      outliers COL   quantile COL   quantiles COL   percentile COL   std COL
      avg COL   average COL   mean COL   median COL   max COL   min COL   stats COL   summary COL
      counta COL
    query SELECT sum(COL) FROM TABLE
      sum COL   total COL   sum(COL)   sum of COL
    count where $COL == nil
      isnull COL   nulls COL   missing COL   count nulls COL   count null COL
    scroll 0:N-1
      goto N   go to N   go N   jump N   scroll to N   :N
    export --format FORMAT -
      export as FORMAT   export to FORMAT   print FORMAT
    export FILE
      export to FILE   export as FILE   write to FILE   to_csv FILE   to_json FILE   to_excel FILE
      to_markdown FILE
    save --as FILE
      save as FILE
    save FILE
      save to FILE   write FILE
    undo N
      undo N times   undo N steps
    undo to 0
      undo all   undo everything   revert   reset   restore
    quit!
      quit without saving   quit --force   exit!
    save; quit
      save and quit
    show COLS
      columns COLS   show COLS   show columns COLS   print COLS   list COLS   view COLS   display COLS   cut COLS
      cut -f COLS   cut -o -f COLS   get COLS   cat COLS
    show COLS REST
      show COLS REST
    delete REST
      remove REST   drop REST   rm REST   del REST
    edit REST
      update REST   change REST   modify REST
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
