extension ForeignLines {
  /// SQL, and the commands of sqlite3, psql and DuckDB.
  static let tables = #"""
    query SELECT REST FROM REST2 LIMIT N
      select top N REST from REST2
    open UNOPENED
      from UNOPENED   select * from UNOPENED   from read_csv(UNOPENED)   select * from read_csv(UNOPENED)
      select * from read_csv_auto(UNOPENED)   create table NAME as select * from UNOPENED
      create table NAME as select * from read_csv(UNOPENED)
    show * but COLS
      select * exclude COLS from NAME   query select * exclude COLS from NAME
      select * except COLS from NAME   query select * except COLS from NAME
    pivot COL3 COL COL2 mean
      pivot NAME on COL using avg(COL2) group by COL3
      query pivot NAME on COL using avg(COL2) group by COL3
    pivot COL3 COL COL2 NAME2
      pivot NAME on COL using NAME2(COL2) group by COL3
      query pivot NAME on COL using NAME2(COL2) group by COL3
    pivot COUNTED COL COL2 mean
      pivot NAME on COL using avg(COL2)   query pivot NAME on COL using avg(COL2)
    pivot COUNTED COL COL2 NAME2
      pivot NAME on COL using NAME2(COL2)   query pivot NAME on COL using NAME2(COL2)
    help pivot
      query pivot REST
    help unpivot
      query unpivot REST
    describe COL
      select median(COL) from NAME   query select median(COL) from NAME
      select stddev(COL) from NAME   query select stddev(COL) from NAME
      select quantile_cont(COL, REST) from NAME   query select quantile_cont(COL, REST) from NAME
      select quantile_disc(COL, REST) from NAME   query select quantile_disc(COL, REST) from NAME
      select quantile(COL, REST) from NAME   query select quantile(COL, REST) from NAME
      select approx_quantile(COL, REST) from NAME   query select approx_quantile(COL, REST) from NAME
      select percentile_cont(REST) within group (order by COL) from NAME   query select percentile_cont(REST) within group (order by COL) from NAME
    query SELECT COLS, REST FROM NAME GROUP BY COLS ORDER BY REST2
      select COLS, REST from NAME group by all order by REST2   query select COLS, REST from NAME group by all order by REST2
    query SELECT COLS, REST FROM NAME GROUP BY COLS
      select COLS, REST from NAME group by all   query select COLS, REST from NAME group by all
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
    show COLS HEAD
      select COLS limit N
    show HEAD
      select * limit N
    sort by ORDER
      select * order by ORDER
    query SELECT COLS, NAME(COL) FROM TABLE GROUP BY COLS
      select COLS, NAME(COL)   select COLS, NAME(COL) group by COLS2
    group by COLS count
      select COLS, count(*)   select COLS, count(*) group by COLS2
    query SELECT NAME(COL) FROM TABLE
      select NAME(COL)
    query SELECT NAME(DISTINCT COL) FROM TABLE
      select NAME(distinct COL)
    query SELECT REST FROM TABLE ORDER BY REST2
      select REST order by REST2
    query SELECT REST FROM TABLE GROUP BY REST2
      select REST group by REST2
    show * but COLS
      select * exclude COLS   select * except COLS   select * exclude (COLS)   select * except (COLS)
      select all but COLS   show all but COLS   show all except COLS
      show * except COLS   show everything but COLS   show not COLS
    show COLS
      select COLS   select(COLS)
    insert 0:end COL=LIT COL2=LIT2 COL3=LIT3
      insert into NAME (COL, COL2, COL3) values (LIT, LIT2, LIT3)
    insert 0:end COL=LIT COL2=LIT2
      insert into NAME (COL, COL2) values (LIT, LIT2)
    insert 0:end COL=LIT
      insert into NAME (COL) values (LIT)
    edit --null COL where EXPR
      update NAME set COL = null where EXPR   edit where EXPR set COL = null   edit where EXPR COL = null
      edit COL = null where EXPR   set COL = null where EXPR   update COL = null where EXPR
      edit where EXPR set COL = nil   edit COL = nil where EXPR   set COL = nil where EXPR
      edit where EXPR set COL = none   edit COL = none where EXPR   update set COL = null where EXPR
      NAME.loc[EXPR, COL] = none   NAME.loc[EXPR, COL] = NAME2.nan   NAME.loc[EXPR, COL] = NAME2.na
    edit --null COL *
      update NAME set COL = null   update set COL = null   NAME[COL] = none   NAME[COL] = NAME2.nan
    upper COL where EXPR
      update NAME set COL = upper(SAME) where EXPR   update NAME set COL = ucase(SAME) where EXPR
    lower COL where EXPR
      update NAME set COL = lower(SAME) where EXPR   update NAME set COL = lcase(SAME) where EXPR
    trim COL where EXPR
      update NAME set COL = trim(SAME) where EXPR
    title COL where EXPR
      update NAME set COL = proper(SAME) where EXPR   update NAME set COL = initcap(SAME) where EXPR
    upper COL
      update NAME set COL = upper(SAME)   update NAME set COL = ucase(SAME)   COL = upper(SAME)
      COL := upper(SAME)   edit COL = upper(SAME)   edit * COL = upper(SAME)   set COL = upper(SAME)
      edit * COL := upper(SAME)
    lower COL
      update NAME set COL = lower(SAME)   update NAME set COL = lcase(SAME)   COL = lower(SAME)
      COL := lower(SAME)   edit COL = lower(SAME)   edit * COL = lower(SAME)   set COL = lower(SAME)
      edit * COL := lower(SAME)
    trim COL
      update NAME set COL = trim(SAME)   COL = trim(SAME)   COL := trim(SAME)   edit COL = trim(SAME)
      edit * COL = trim(SAME)   set COL = trim(SAME)   edit * COL := trim(SAME)
    title COL
      update NAME set COL = proper(SAME)   update NAME set COL = initcap(SAME)   COL = proper(SAME)
      COL := proper(SAME)   edit COL = proper(SAME)   edit * COL = proper(SAME)   set COL = proper(SAME)
      edit * COL := proper(SAME)   edit * COL := initcap(SAME)   update NAME set COL = title(SAME)
      COL = title(SAME)   COL := title(SAME)   edit COL = title(SAME)   edit * COL = title(SAME)
      edit * COL := title(SAME)   edit * COL := capitalize(SAME)   set COL = title(SAME)
    trim COL; title COL
      edit * COL := title(trim(SAME))   edit * COL = title(trim(SAME))   COL := title(trim(SAME))
      edit * COL := proper(trim(SAME))   update NAME set COL = initcap(trim(SAME))
      edit * COL := trim(title(SAME))   update NAME set COL = proper(trim(SAME))
    trim COL; lower COL
      edit * COL := lower(trim(SAME))   edit * COL = lower(trim(SAME))
      update NAME set COL = lower(trim(SAME))   edit * COL := trim(lower(SAME))
    trim COL; upper COL
      edit * COL := upper(trim(SAME))   edit * COL = upper(trim(SAME))
      update NAME set COL = upper(trim(SAME))   edit * COL := trim(upper(SAME))
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
    group by COLS
      group by COLS
    help group
      group
    edit where EXPR set COL=LIT
      update set COL = LIT where EXPR
    edit where EXPR set COL := CEXPR
      update set COL = CEXPR where EXPR
    help insert
      insert into NAME values REST   insert into REST   .insert REST
    number COLS
      alter table NAME alter column COLS type int   alter table NAME alter column COLS type integer
      alter table NAME alter COLS type int   alter table NAME alter COLS type integer
      alter table NAME alter column COLS type float   alter table NAME alter column COLS type real
      alter table NAME alter column COLS type numeric   alter table NAME modify COLS int
    column type COL text
      alter table NAME alter column COL type text   alter table NAME alter COL type varchar
    column type COL auto
      alter table NAME alter column COL type NAME2   alter table NAME alter COL type NAME2
    columns
      .indexes   .indices   \di   \df   \dv   \ds   .headers on   .header on   .headers   show create table NAME
      pragma NAME   \d+
    info
      \dt+   \dt *   \l+   pragma show_tables   pragma database_list   \dn   \du   show all tables
    set timing on
      \timing   \timing on   .timer on   .timer
    set timing off
      \timing off   .timer off
    set pager off
      \pset pager off   \pset pager 0   \pset pager
    show --record
      \x auto   .mode lines   .mode list   \pset expanded
    show *
      .mode column   .mode columns   .mode table   .mode duckbox   .mode ascii
    help null
      .nullvalue REST   .nullvalue   \pset null REST   \pset null
    help export
      .mode   .output   .once   .excel   \copy   \o   .separator REST   .separator ,   .separator   \f REST   \H
      export database REST   .mode REST   copy NAME to   \w FILE   \g FILE
    help open
      .import   .open   \c   attach   .import REST   install NAME   load NAME   \encoding REST
    cd FILE
      \cd FILE   .cd FILE
    pwd
      .pwd
    help cd
      .shell REST   .system REST   \! REST   \!
    source FILE
      \i FILE
    changes
      .changes on   .changes
    help query
      explain query plan REST   explain analyze REST   explain select REST   union   union all
      intersect   except   create index REST   create unique index REST   create view
      .eqp on   vacuum   analyze
    help pivot
      pivot NAME on REST
    help unpivot
      unpivot NAME on REST
    set
      \a   \t   \set REST   \pset REST   .width REST   .log REST   .bail on   .echo on
    help history
      \p   \r   \g   \s FILE
    quit
      .exit N   .quit N   exit N   quit N   \quit   \exit
    """#
}
