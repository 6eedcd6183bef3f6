/// The lines of other tools that have a like here. `ForeignPattern` says how the tables below are read;
/// of several patterns that fit a line the first counts whose line for here can be read, so the exact
/// ones come first.
enum ForeignLines {
  private static let all = index([
    office, trailing, plain, verbs, phrases, spoken, lookups, habits, tables, sheets, shells,
    miller,
    ownWords, layouts,
    programs,
    frames, pandas, lone,
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
      sort descending {by |}COL   sort {desc|-nr|newest first|-r -n|Z to A} COL
      sort COL {Z to A|z-a|backwards|desc|newest first}   sort largest to smallest COL
      sort COL largest to smallest   sort high to low COL   sort COL high to low
      sort {by |}COL {descending|reverse}   sort by COL {decreasing|down}   sort {by |}-COL
      sort {-n |}-r COL   order by COL descending
    sort by COLS
      sort {asc|on|by|-f|-n|-nf|-k|oldest first|A to Z} COLS   sort ascending {by |}COLS
      sort COLS{ A to Z| oldest first| asc|}   sort smallest to largest COLS   sort COLS smallest to largest
      sort low to high COLS   sort COLS low to high   {sort by|sort|order by} COLS ascending   sort COL a-z
    sort by ORDER
      sort {by |on |-k |}ORDER   order {by |}ORDER   {orderby|arrange|sort_values|sort_by|sort-by} ORDER
    sort by NTH ← sort {-t, |}-k N
    top N by COL
      select top N {by |}COL   {select |show |}largest N COL   top N {of |in |}COL   top COL N
      nlargest(N, COL)
    top N by COL asc ← bottom N {by |}COL   bottom COL N   smallest N COL
    top 10 by COL ← top {by |}COL   largest COL
    top N by NCOL ← top N
    show HEAD ← show {first|top} N   {show|first} N rows   first N   head   head {-n |}N   head -N
    show COLS HEAD ← show COLS {limit|first|head} N
    show HEAD ← show {* |}limit N   show * {first|head} N
    top N by COL ← show {COLS |* |}top N by COL
    show COLS N:REST ← show N:REST COLS
    show COLS @REST ← show @REST COLS
    show TAIL ← {show |}last N   last N rows   tail   tail {-n |}N   tail -N
    show 0:N-N2 ← show N-N2   show N..N2   show rows N to N2
    show where EXPR
      {select-expr|find|search} EXPR   show {if |}EXPR   {show rows|list|print} where EXPR
      filter where EXPR   filter(EXPR)
    show where not (EXPR) ← filter -x EXPR
    count where EXPR ← count {if |}EXPR   count {rows|COL} where EXPR
    delete where EXPR ← delete {if |rows where |}EXPR   {remove|drop|rm} where EXPR
    keep where EXPR ← keep EXPR   {keep rows|retain} where EXPR
    select where EXPR ← select {rows where |}EXPR
    column delete COLLIST
      {delete|remove|drop} {column |}COLS   rm COLS   column {drop|remove} COLS   cut -x -f COLS
    rename COL NAME
      {column |}rename COL {to|as} NAME   rename COL {-> |=> |}NAME   rename COL=NAME   rename {-f |}COL,NAME
      rename column COL {to |}NAME   mv COL NAME
    rename COL PHRASES ← {rename|column rename|rename column} COL {to |as |}PHRASES
    replace COL VALUE VALUE2
      replace VALUE {with |by |}VALUE2 in COL   replace {in |}COL VALUE with VALUE2
      replace COL VALUE {by|to} VALUE2   change VALUE to VALUE2 in COL   {gsub|sub} -f COL VALUE VALUE2
    replace HCOLS VALUE VALUE2
      replace VALUE {with |by |}VALUE2   find and replace VALUE {with |}VALUE2   change VALUE to VALUE2
      substitute(VALUE, VALUE2)
    replace HCOLS VALUE VALUE2
      {:|}{%|}s/VALUE/VALUE2/{g|}   :%s/VALUE/VALUE2/gc   sed {-i |}s/VALUE/VALUE2/g   sed s/VALUE/VALUE2/
    replace HCOLS VALUE "" ← {sed |}{s/VALUE//|s/VALUE//g}   :%s/VALUE//   :%s/VALUE//g   :s/VALUE//g
    insert 0:N  # rows count from 0
      insert row {at |above |before |}N   insert at N   add row {at |}N
    insert 0:end ← {insert|append}{ row|}   add row   new row
    insert 0:end REST ← {insert|add} {row |}REST   append REST
    edit * COL=LIT ← put $COL = LIT   let COL = LIT
    edit * COL := CEXPR ← {put $COL|let COL} = CEXPR
    column add NAME := CEXPR
      column add NAME {= |}CEXPR   {add |}column NAME {=|:=} CEXPR   {add|addcol-expr|let} NAME = CEXPR
      put $NAME = CEXPR
    combine COL,COL2 into NAME ← column add NAME = COL {+|&} COL2
    column add NAME; edit where EXPR set NAME := CEXPR ← column add NAME {:= |= }CEXPR where EXPR
    column add NAME := $LIT ← {column add|let|add column} NAME = LIT   put $NAME = LIT
    column add NAME ← {add|insert|new} column NAME   column new NAME   add NAME
    edit where EXPR set COL=LIT
      {edit set|edit|update} COL = LIT where EXPR   edit COL {:= |}LIT where EXPR
      set COL {=|to} LIT where EXPR   edit where EXPR{ set| then|,|} COL = LIT   edit where EXPR COL := LIT
    edit where EXPR set COL=VALUE
      {edit|set|update} COL = VALUE where EXPR   edit where EXPR {set |}COL = VALUE
    edit where EXPR set COL := CEXPR
      edit COL {=|:=} CEXPR where EXPR   edit where EXPR {set COL =|COL :=} CEXPR
    edit where EXPR set COL := $COL + LIT ← edit where EXPR {set |}COL += LIT
    edit where EXPR set COL := $COL - LIT ← edit where EXPR {set |}COL -= LIT
    edit where EXPR set COL := $COL * LIT ← edit where EXPR {set |}COL *= LIT
    edit @REST COL=VALUE ← edit COL = VALUE @REST
    edit N:REST COL=VALUE ← edit COL = VALUE N:REST
    edit * COL := CEXPR ← edit COL {:=|=} CEXPR   update COL = CEXPR
    column add NAME := CEXPR
      edit {* |set |}NAME = CEXPR   edit {* |}NAME := CEXPR   {set|update} NAME = CEXPR
    help fill
      fill COL {with |}{mean|median}   fill COL {mode|average|avg|max|min|zero|zeros}
      fillna COL {mean|median}
    edit where $COL == nil set COL=VALUE
      fill COL {with|blanks} VALUE   fill {null|blanks} COL VALUE   fill-empty -v VALUE -f COL
      fill-empty -f COL -v VALUE
    fill down COLS ← fillna COLS
    help null
      fillna{ VALUE|}   fillna(REST)   NAME.fillna(REST)   fill-empty{ -v VALUE|}   fill {blanks|nulls}
      replace {nulls|null}
    fill down NULLCOLS ← fill-down{ -a|}   filldown   ffill
    fill up NULLCOLS ← fill up   bfill
    fill down COLS
      fill {down |}COLS   fill COLS {down|ffill|pad|forward|forwards|downward|downwards}
      fill-down {-a -f |-f |-a |}COLS   {filldown|ffill} COLS   fill COLS {from |with |}above
      fill COLS {with |}previous   fillna COLS {ffill|pad|method=ffill}
    fill up COLS
      fill COLS {up|bfill|backward|backwards|upward|upwards|with next|next}   {fill|fillna} COLS backfill
      fill COLS {from |with |}below   fill up COLS   bfill COLS   fillna COLS {bfill|method=bfill}
    edit where $COL == nil set COL=VALUE ← {fill|fillna} COL VALUE
    split --rest COL by VALUE into NAME,NAME2
      split COL {on |at |}VALUE into NAME,NAME2   split COL by VALUE into NAME NAME2
    split --rest COL by VALUE into COL_1,COL_2 ← split COL {by |on |at |}VALUE
    split REMAINDER COL by SEPARATOR into NAME,NAME2
      split COL NAME,NAME2   split COL into NAME {and |}NAME2   split COL {into|as|to} NAME,NAME2   split COL {as |}NAME NAME2
      split COL into (NAME, NAME2)
    split REMAINDER COL by SEPARATOR into NAME,NAME2,NAME3
      split COL into NAME NAME2 NAME3   split COL {into |as |to |}NAME,NAME2,NAME3
    split COL by " " into REST ← split COL into REST
    split REMAINDER COL by SEPARATOR into COL_1,COL_2 ← split COL
    combine COLS into NAME ← combine COLS {as|to} NAME   concat COLS {into|as} NAME   merge COLS into NAME
    combine COLS into both ← {combine|concat} COLS
    dedupe by COLS
      {drop_duplicates|dedup|uniq -g} COLS   {drop duplicates|deduplicate} {by |}COLS
      remove duplicates {in |on |by |}COLS   dedupe {on |}COLS
    dedupe --dry-run BYDATA ← distinct   unique   uniq   {find |show |}duplicates
    dedupe BYDATA
      deduplicate   {remove|drop|delete} duplicates   drop_duplicates   dedup   remove doubles   dedupe all
    group by COLS sum COLS2
      group COLS sum COLS2   group {by |}COLS sum(COLS2)   group by COLS, sum COLS2
      stats1 -a sum -f COLS2 -g COLS
    query SELECT sum(COL) FROM TABLE ← group {by |}sum COL   group by sum(COL)
    group by COLS mean COLS2
      group COLS mean COLS2   group by COLS {mean|avg}(COLS2)   group by COLS {avg|average} COLS2
      stats1 -a mean -f COLS2 -g COLS
    group by COLS max COLS2 ← group by COLS max(COLS2)   group COLS max COLS2   stats1 -a max -f COLS2 -g COLS
    group by COLS min COLS2 ← group by COLS min(COLS2)   group COLS min COLS2   stats1 -a min -f COLS2 -g COLS
    query SELECT COLS, count(*) FROM TABLE GROUP BY COLS HAVING REST ← group by COLS having REST
    group by COLS sum NUM ← {group|subtotal|sum of} NUM by COLS   sum NUM per COLS   total NUM {by|per} COLS
    group by COLS NAME COLS2 ← group by COLS NAME COLS2
    group by COLS NAME COL NAME2 COL2
      group by COLS{,|} NAME COL, NAME2 COL2   group by COLS NAME(COL), NAME2(COL2)
      group COLS NAME COL, NAME2 COL2
    group by COLS NAME COL mean COL2 ← group by COLS NAME COL, avg COL2   group by COLS NAME(COL), avg(COL2)
    group by COLS mean COL NAME2 COL2
      group by COLS avg COL, NAME2 COL2   group by COLS avg(COL), NAME2(COL2)
    group by COLS2,COLS count ← group COLS by COLS2
    group by COL sum NUM ← group {by |}COL NUM
    group by COLS count
      {count per|tally|groupby|group on} COLS   group COLS{ count|}   group {by |}COLS, count
      group by COLS count(*)
    tally COL
      hist COL   {hist|n_distinct}(COL)   counts COL   count {of |by |unique |-g |}COL   freq-col COL
      group COL freq   {count |}distinct COL   {count|unique} values of COL   count-distinct -f COL
      count-similar -g COL   tally by COL   unique COL   uniq COL   nunique COL   value_counts COL
      levels COL   freq COL   frequency COL   values COL
    group by COL,COLS count ← distinct COL, COLS
    group by COLS count ← {unique|uniq|value_counts|value-counts} COLS
    join EXISTS on SHARED ← {join|merge} {with |}EXISTS   {left join|vlookup|lookup} EXISTS
    join EXISTS on SHARED left ← join EXISTS left   left join EXISTS
    join EXISTS on SHARED inner ← join EXISTS inner   inner join EXISTS
    join FILE on COL=NAME inner ← inner join FILE on COL = NAME   join FILE on COL = NAME inner
    join FILE on COL=NAME
      join FILE on COL {= |and |to |with |}NAME   join FILE COL {= |}NAME
      left {outer |}join FILE on COL = NAME   {left |}join FILE on {NAME2.COL|COL} = NAME3.NAME
    join FILE on COL inner ← inner join FILE {on|using} COL   inner join FILE using (COL)
    join FILE on COL
      {left |}join FILE using (COL)   join FILE {by |using |}COL   {join with|merge|left join} FILE on COL
      join -f FILE -j COL   join -j COL -f FILE   vlookup FILE COL
    column move COL 0
      column move COL {to |}{first|front}   move {column |}COL first   move COL to front   reorder -f COL
    column move COL N ← move {column |}COL {to |}N
    column move COL LASTINDEX ← column move COL {to |}{last|end}   move COL {last|to end}
    section by COL ← section {on |}COL   sections by COL
    trim * ← trim{ *| everything|}   trim all{ columns|}   {strip|clean}{ *| all|}
    trim COLS ← {strip|clean} COLS
    title COLS
      {title|proper} {case |}COLS   {propercase|titlecase|capitalize|capitalise|initcap|camelcase} COLS
      initcap(COLS)
    upper COLS ← {upper|uppercase|toupper|upcase} COLS
    lower COLS ← {lower|lowercase|tolower|downcase} COLS
    number COLS
      type COLS {number|int|float}
      {type-int|type-float|type-currency|to_number|numeric|as_number|currency} COLS
      column type COLS {int|integer|float|numeric}   convert COLS to {number|numbers}   to number COLS
      astype COLS {int|float}   parse_number(COLS)   as.numeric(COLS)   format COLS
    column type COL text
      type COL {text|string}   type-string COL   column type COL {string|str|varchar}   convert COL to text
    find --column COL VALUE ← {find|search} COL VALUE   {find|search} VALUE in COL   grep VALUE COL
    describe COL
      quantile COL   quantiles COL   percentile COL   std COL   avg COL   average COL   mean COL   median COL
      max COL   min COL   stats COL   counta COL
    query SELECT sum(COL) FROM TABLE ← sum {of |}COL   total COL
    count where $COL == $VALUE ← countif COL {= |}VALUE   count COL VALUE   count if COL = VALUE
    count where $COL == nil
      isnull COL   {count |}blanks COL   countblank COL   countblank(COL)   empty COL   nulls COL
      missing COL   count {nulls|null} COL
    scroll 0:N-1 ← goto N   go to N   go N   jump N   :N
    export --format FORMAT -
      export {as|to} FORMAT   print {as |}FORMAT   {convert |}to FORMAT   {as|dump} FORMAT
    save COPY ← save {as |to |}FORMAT
    export --format FORMAT FILE
      export FORMAT {to |as |}FILE   export FILE FORMAT   {export to|export|save} FILE as FORMAT
      {save as|save|convert to} FORMAT FILE   convert FILE to FORMAT
    help export
      export {to |as |}excel   export {to |}xlsx   export pdf   save {as |}excel   save as xlsx   format
    export FILE
      save copy {as |}FILE   save a copy FILE   {copy to|to_csv|to_json|to_excel|to_markdown} FILE
      write {to |}FILE   export {to|as} FILE
    save --as FILE ← save as FILE
    save FILE ← save to FILE
    undo N ← undo N {times|steps}
    redo REDOS ← redo {all|*|everything}
    undo list ← redo {all|*|everything}
    undo to 0 ← undo {*|all|everything}   revert   reset   restore
    quit! ← quit without saving   quit --force   exit!
    save; quit ← save and quit
    show *
      show everything   {clear|remove} {filter|filters}   unfilter   filter off   reset filter   show all rows
    show COLS ← {show |}columns COLS   {print|list|view|display|cut|get|cat} COLS   cut {-o |}-f COLS
    show COLS REST ← show COLS REST
    delete REST ← {remove|drop|rm|del} REST
    edit REST ← {update|change|modify} REST
    edit ROWS COL=VALUE  # all rows: edit * COL=VALUE
      edit COL {:= |to |}VALUE   edit {set |}COL = VALUE   edit COL: VALUE   set COL {= |to |}VALUE
      change COL {to |}VALUE
    edit REST COL=VALUE ← edit REST {COL =|COL:} VALUE
    insert REST COL=VALUE ← insert REST COL = VALUE
    find VALUE ← filter VALUE
    number COLS ← number COLS
    """#
}
