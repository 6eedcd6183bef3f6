extension ForeignLines {
  /// Looking values up, kinds, the first of an order, and the programs of jq.
  static let lookups = #"""
    group by COLS NAME COL count ← group by COLS NAME COL, count{(*)|}   group by COLS NAME(COL), count(*)
    top N by COL ← top -n N -f COL{ -a|}   top -f COL -n N
    tally COL ← {most-frequent|least-frequent} {-f |}COL
    columns ← regularize
    fill down NULLCOLS ← NAME{.fillna| = NAME2.fillna}(method=ffill)   NAME.fillna(method=pad)
    fill up NULLCOLS ← NAME{.fillna| = NAME2.fillna}(method=bfill)
    FILLNULLS ← {NAME = |}NAME.fillna(LIT)
    sample N ← sample N {random |}rows   sample rows N
    sort by COL ← :sort {/COL/|COL}   sort /COL/
    edit REST COL := $COL + LIT ← edit REST COL += LIT
    edit REST COL := $COL - LIT ← edit REST COL -= LIT
    edit REST COL := $COL * LIT ← edit REST COL *= LIT
    scroll 0:N-1 ← scroll{ to|} {row |}N
    scroll 0:-1  # the last row
      scroll{ to|} {row |}N
    count where EXPR ← {countif|countifs} EXPR   {countif|countifs|=countif|=countifs}(EXPR)
    count where EGCOL ← countif COL   {countif|=countif}(COL)   countifs COL
    show where EXPR ← filter {by |on |}EXPR   autofilter EXPR
    show where EGCOL ← filter {by |on |}COL   autofilter COL   auto filter COL   where COL
    show where $COL == $VALUE ← filter COL {is |equals |}VALUE   autofilter COL VALUE
    top N by COL
      order by COL {desc|descending} limit N   order by -COL limit N   orderby COL desc limit N
      sort {by |}COL desc {limit|head} N
    top N by COL asc ← {order|sort} by COL {asc |}limit N   {orderby|sort} COL limit N   sort {by |}COL head N
    join EXISTS on SHARED
      vlookup COL {in |from |}EXISTS   {vlookup|xlookup|lookup} {COL |}EXISTS NAME   vlookup(COL, EXISTS)
      vlookup(EXISTS)   vlookup COL, EXISTS, REST   {xlookup|match} {COL |}EXISTS   lookup COL {in |}EXISTS
      {=vlookup|vlookup|=xlookup}(CELL, EXISTS, REST)   =vlookup({COL|CELL}; EXISTS; REST)
      xlookup(COL, EXISTS, REST)   {index match|merge COL} EXISTS
    join JOINED ← vlookup{()|}   xlookup{()|}   lookup   =vlookup()   join   index match
    column type COL text
      cast COL {as |to |}{text|string|varchar|str}   cast(COL as {text|string|varchar|str})
      COL::{text|string|varchar|str}
    date DATESKIP COL DATES YYYY-MM-DD
      cast COL {as |to |}{date|datetime|timestamp}   cast(COL as {date|datetime|timestamp})
      COL::{date|datetime|timestamp}
    number COLS
      cast COLS {as |to |}{int|integer|number|numeric|float|double|real|decimal}   cast COLS
      cast(COLS as {int|integer|number|numeric|float|double|real|decimal})
      COLS::{int|integer|number|numeric|float|double|real|decimal}
    show COLS
      jq {-r |}.[] | .COLS   jq -r .[].COLS   jq map(.COLS)   jq [.[].COLS]   jq {-c |}.[] | {COLS}
      jq map({COLS})   jq [.[] | {COLS}]   jq [.[] | .COLS]
    count where EXPR ← jq map(select(EXPR)) | length   jq [.[] | select(EXPR)] | length
    show COL where EXPR ← jq {-r |}.[] | select(EXPR) | .COL   jq map(select(EXPR) | .COL)
    show where EXPR
      jq {-c |}.[] | select(EXPR)   jq map(select(EXPR))   jq [.[] | select(EXPR)]   jq .[] | select EXPR
    show 0:N ← jq .[N]
    query SELECT sum(COL) FROM TABLE ← jq map(.COL) | add   jq [.[].COL] | add   jq [.[] | .COL] | add
    sort by COL desc ← jq sort_by(.COL) | reverse   jq sort_by(-.COL)
    sort by COL ← jq sort_by(.COL)
    tally COL ← jq {group_by|unique_by}(.COL)   jq map(.COL) | unique   jq [.[].COL] | unique
    columns ← jq .[0] | keys   jq .columns
    """#
}
