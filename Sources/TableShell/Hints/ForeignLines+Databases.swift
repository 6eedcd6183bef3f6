extension ForeignLines {
  /// SQL, and the commands of sqlite3, psql and DuckDB.
  static let tables = #"""
    query SELECT REST FROM REST2 LIMIT N ← select top N REST from REST2
    open UNOPENED
      from UNOPENED   {create table NAME as |}select * from {UNOPENED|read_csv(UNOPENED)}
      from read_csv(UNOPENED)   select * from read_csv_auto(UNOPENED)
    show * but COLS ← {query |}select * {exclude|except} COLS from NAME
    pivot COL COL2 COL3 mean ← {query |}pivot COL on COL2 using avg(COL3)
    pivot COL COL2 COL3 NAME ← {query |}pivot COL on COL2 using NAME(COL3)
    pivot COL3 COL COL2 mean ← {query |}pivot NAME on COL using avg(COL2) group by COL3
    pivot COL3 COL COL2 NAME2 ← {query |}pivot NAME on COL using NAME2(COL2) group by COL3
    pivot COUNTED COL COL2 mean ← {query |}pivot NAME on COL using avg(COL2)
    pivot COUNTED COL COL2 NAME2 ← {query |}pivot NAME on COL using NAME2(COL2)
    help pivot ← query pivot REST
    help unpivot ← query unpivot REST
    describe COL
      {query |}select {median|stddev}(COL) from NAME
      {query |}select {quantile_cont|approx_quantile|quantile_disc|quantile}(COL, REST) from NAME
      {query |}select percentile_cont(REST) within group (order by COL) from NAME
    query SELECT COLS, REST FROM NAME GROUP BY COLS ORDER BY REST2
      {query |}select COLS, REST from NAME group by all order by REST2
    query SELECT COLS, REST FROM NAME GROUP BY COLS ← {query |}select COLS, REST from NAME group by all
    query LINE ← select REST from REST2   with REST select REST2
    query SELECT * FROM NAME ← {from|table} NAME
    query SELECT REST FROM NAME WHERE REST2 ← from NAME select REST where REST2
    query SELECT REST FROM NAME ORDER BY REST2 ← from NAME select REST order by REST2
    query SELECT REST2 FROM NAME ← from NAME select REST2
    query SELECT COLS, REST FROM TABLE GROUP BY COLS HAVING REST2 ← group {by |}COLS, REST having REST2
    query SELECT COLS FROM TABLE WHERE REST order by ORDER ← show COLS where REST order by ORDER
    undo to 0 ← undo to {the |}{start|beginning|original|first}
    save --as FILE ← save --as=FILE
    split REMAINDER COL by " " into NAME,NAME2
      split COL {by |on |at |}{space|spaces|blank|whitespace} into NAME{,|} NAME2
    show where EXPR ← select * where EXPR
    show COLS where EXPR ← select COLS where EXPR
    tally COL ← select {distinct|unique} COL   select distinct(COL)
    count where EXPR ← select count(*) where EXPR
    count ← {select |}count(*)
    show COLS HEAD ← select COLS limit N
    show HEAD ← select * limit N
    sort by ORDER ← select * order by ORDER
    query SELECT COLS, NAME(COL) FROM TABLE GROUP BY COLS ← select COLS, NAME(COL){ group by COLS2|}
    group by COLS count ← select COLS, count(*){ group by COLS2|}
    query SELECT NAME(COL) FROM TABLE ← select NAME(COL)
    query SELECT NAME(DISTINCT COL) FROM TABLE ← select NAME(distinct COL)
    query SELECT COLS FROM TABLE WHERE REST ORDER BY REST2 ← select COLS where REST order by REST2
    query SELECT REST FROM TABLE ORDER BY REST2 ← select REST order by REST2
    query SELECT REST FROM TABLE GROUP BY REST2 ← select REST group by REST2
    show * but COLS
      select * {exclude|except} {COLS|(COLS)}   select all but COLS   show {all|everything} but COLS
      show {all|*} except COLS   show not COLS
    show COLS ← select COLS   select(COLS)
    insert 0:end COL=LIT COL2=LIT2 COL3=LIT3 ← insert into NAME (COL, COL2, COL3) values (LIT, LIT2, LIT3)
    insert 0:end COL=LIT COL2=LIT2 ← insert into NAME (COL, COL2) values (LIT, LIT2)
    insert 0:end COL=LIT ← insert into NAME (COL) values (LIT)
    edit --null COL where EXPR
      update {NAME |}set COL = null where EXPR   edit where EXPR {set |}COL = null
      {edit|set|update} COL = null where EXPR   edit where EXPR set COL = {nil|none}
      edit COL = {nil|none} where EXPR   set COL = nil where EXPR
      NAME.loc[EXPR, COL] = {none|NAME2.nan|NAME2.na}
    edit --null COL * ← update {NAME |}set COL = null   NAME[COL] = {none|NAME2.nan}
    CALLED
      update {NAME |}set COL = REST where EXPR   edit where EXPR {set |}COL {=|:=} REST
      {edit|set} COL {=|:=} REST where EXPR
    CALLED ← update {NAME |}set COL = REST   edit {* |set |}COL {=|:=} REST   set COL = REST
    CALLED ← edit {N:|@}REST2 COL {=|:=} REST
    edit --null COL where EXPR set COL2=LIT ← update {NAME |}set COL = null, COL2 = LIT where EXPR
    upper COL where EXPR ← update NAME set COL = {upper|ucase}(SAME) where EXPR
    lower COL where EXPR ← update NAME set COL = {lower|lcase}(SAME) where EXPR
    trim COL where EXPR ← update NAME set COL = trim(SAME) where EXPR
    title COL where EXPR ← update NAME set COL = {proper|initcap}(SAME) where EXPR
    upper COL
      update NAME set COL = {upper|ucase}(SAME)   {edit |set |}COL = upper(SAME)   COL := upper(SAME)
      edit * COL {=|:=} upper(SAME)
    lower COL
      update NAME set COL = {lower|lcase}(SAME)   {edit |set |}COL = lower(SAME)   COL := lower(SAME)
      edit * COL {=|:=} lower(SAME)
    trim COL
      {update NAME set |set |edit |}COL = trim(SAME)   COL := trim(SAME)   edit * COL {=|:=} trim(SAME)
    title COL
      update NAME set COL = {proper|initcap|title}(SAME)   {edit |set |}COL = {proper|title}(SAME)
      COL := {proper|title}(SAME)   edit * COL {=|:=} {proper|title}(SAME)
      edit * COL := {initcap|capitalize}(SAME)
    trim COL; title COL
      edit * COL {:= title|= title|:= proper}(trim(SAME))   COL := title(trim(SAME))
      update NAME set COL = {initcap|proper}(trim(SAME))   edit * COL := trim(title(SAME))
    trim COL; lower COL
      edit * COL {:=|=} lower(trim(SAME))   update NAME set COL = lower(trim(SAME))
      edit * COL := trim(lower(SAME))
    trim COL; upper COL
      edit * COL {:=|=} upper(trim(SAME))   update NAME set COL = upper(trim(SAME))
      edit * COL := trim(upper(SAME))
    edit where EXPR set COL=LIT COL2=LIT2 ← update NAME set COL = LIT, COL2 = LIT2 where EXPR
    edit where EXPR set COL=LIT ← update NAME set COL = LIT where EXPR
    edit where EXPR set COL := CEXPR ← update NAME set COL = CEXPR where EXPR
    edit * COL=LIT ← update NAME set COL = LIT
    edit * COL := CEXPR ← update NAME set COL = CEXPR
    delete where EXPR ← delete from NAME where EXPR
    delete * ← delete from NAME   truncate {table |}NAME
    column add NAME2 ← alter table NAME add column NAME2{ REST|}   alter table NAME add NAME2
    rename COL NAME2 ← alter table NAME rename {column |}COL to NAME2
    column delete COL ← alter table NAME drop {column |}COL
    query REST ← create {table|view} NAME as REST
    help new ← create table REST
    close ← drop table NAME
    undo to 0 ← rollback{ work|}   abort
    undo list  # each change is a step, which undo takes back
      begin   {begin|start} transaction   savepoint NAME
    sort by COL desc ← order by COL desc
    sort by COLS ← order by COLS{ asc|}   {order|orderby} COLS
    show where EXPR ← {where|having} EXPR
    show HEAD ← limit N   fetch first N rows only
    info ← show {tables|databases}   .tables   .databases   \dt   \l   \list   \conninfo   \d+
    describe COLLIST ← {describe|summarize|desc} COLS
    columns
      show {columns|schema|fields}   show columns {from|in} NAME   {desc|\d|\d+|describe table} NAME   desc
      .schema{ NAME|}   .fullschema   \d   pragma table_info(NAME)
    describe ← describe OWN   summarize{ OWN|}   .stats
    export --format FORMAT - ← .mode FORMAT
    export - ← .dump{ NAME|}
    show --record ← .mode line   \x   \x on   \gx
    open FILE ← .import FILE NAME   {.open|\c|use|attach} FILE
    source FILE ← {.read|\i|\ir} FILE
    save FILE ← {.save|.backup} FILE
    query PHRASE; export - ← {\copy|copy} (PHRASE) to {stdout|pstdout}{ REST|}
    query PHRASE; export FILE ← {\copy|copy} (PHRASE) to FILE
    query PHRASE; export COPYING FILE ← {\copy|copy} (PHRASE) to FILE {with |}{(REST2)|REST2}
    export - ← {\copy|copy} OWN to {stdout|pstdout}{ REST|}
    export FILE ← {.output|.once|\o|\g} FILE   {\copy|copy} {OWN |}to FILE
    export COPYING FILE ← {\copy|copy} OWN to FILE {with |}{(REST2)|REST2}
    insert from FILE ← {\copy|copy} NAME from FILE{ REST|}
    help export ← {\copy|copy} REST to REST2
    insert from EXISTS ← insert into OWN select * from EXISTS
    echo REST ← {.print|\echo} REST
    quit ← .quit   .exit   .q   \q   :q   :qa   :quit   bye   logout
    help ← .help   \?   \h   :h   :help
    watch ← \watch{ N|}
    edit --editor visible ← \e   \edit
    set ← .show   \set   \pset   .settings
    history ← \s   .history
    group by COLS ← group by COLS
    help group ← group
    edit where EXPR set COL=LIT ← update set COL = LIT where EXPR
    edit where EXPR set COL := CEXPR ← update set COL = CEXPR where EXPR
    help insert ← insert into {NAME values |}REST   .insert REST
    number COLS
      alter table NAME alter column COLS type {int|integer|float|real|numeric}
      alter table NAME alter COLS type {int|integer}   alter table NAME modify COLS int
    column type COL text ← alter table NAME alter {column COL type text|COL type varchar}
    column type COL auto ← alter table NAME alter {column |}COL type NAME2
    columns
      .indexes   .indices   \di   \df   \dv   \ds   .headers{ on|}   .header on   show create table NAME
      pragma NAME   \d+
    info ← \dt+   \dt *   \l+   pragma {show_tables|database_list}   \dn   \du   show all tables
    set timing on ← {\timing|.timer}{ on|}
    set timing off ← \timing off   .timer off
    set pager off ← \pset pager{ off| 0|}
    show --record ← \x auto   .mode {lines|list}   \pset expanded
    show * ← .mode {column|columns|table|duckbox|ascii}
    help null ← {.nullvalue|\pset null}{ REST|}
    help export
      .mode{ REST|}   .output   .once   .excel   \copy   \o   .separator{ REST| ,|}   \f REST   \H
      export database REST   copy NAME to   {\w|\g} FILE
    help open ← .import{ REST|}   .open   \c   attach   {install|load} NAME   \encoding REST
    cd FILE ← {\cd|.cd} FILE
    pwd ← .pwd
    help cd ← {.shell|.system|\!} REST   \!
    changes ← .changes{ on|}
    help query
      explain {query plan|analyze|select} REST   union{ all|}   intersect   except
      create {unique |}index REST   create view   .eqp on   vacuum   analyze
    help pivot ← pivot NAME on REST
    help unpivot ← unpivot NAME on REST
    set ← \a   \t   {\set|\pset|.width|.log} REST   .bail on   .echo on
    help history ← \p   \r   \g   \s FILE
    quit ← .exit N   .quit N   exit N   quit N   \quit   \exit
    """#
}
