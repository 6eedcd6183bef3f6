extension ForeignLines {
  /// Looking values up, kinds, the first of an order, and the programs of jq.
  static let lookups = #"""
    group by COLS NAME COL count
      group by COLS NAME COL, count   group by COLS NAME(COL), count(*)   group by COLS NAME COL, count(*)
    top N by COL
      top -n N -f COL -a   top -n N -f COL   top -f COL -n N
    tally COL
      most-frequent -f COL   least-frequent -f COL   most-frequent COL   least-frequent COL
    columns
      regularize
    fill down NULLCOLS
      NAME.fillna(method=ffill)   NAME = NAME2.fillna(method=ffill)   NAME.fillna(method=pad)
    fill up NULLCOLS
      NAME.fillna(method=bfill)   NAME = NAME2.fillna(method=bfill)
    sample N
      sample N rows   sample rows N   sample N random rows
    sort by COL
      :sort /COL/   :sort COL   sort /COL/
    edit REST COL := $COL + LIT
      edit REST COL += LIT
    edit REST COL := $COL - LIT
      edit REST COL -= LIT
    edit REST COL := $COL * LIT
      edit REST COL *= LIT
    scroll 0:N-1
      scroll N   scroll row N   scroll to row N   scroll to N
    scroll 0:-1  # the last row
      scroll N   scroll row N   scroll to row N   scroll to N
    count where EXPR
      countif EXPR   countif(EXPR)   countifs EXPR   countifs(EXPR)   =countif(EXPR)   =countifs(EXPR)
    count where EGCOL
      countif COL   countif(COL)   countifs COL   =countif(COL)
    show where EXPR
      filter EXPR   filter by EXPR   filter on EXPR   autofilter EXPR
    show where EGCOL
      filter COL   filter by COL   filter on COL   autofilter COL   auto filter COL   where COL
    show where $COL == $VALUE
      filter COL VALUE   filter COL is VALUE   autofilter COL VALUE   filter COL equals VALUE
    top N by COL
      order by COL desc limit N   order by COL descending limit N   order by -COL limit N
      orderby COL desc limit N   sort by COL desc limit N   sort COL desc limit N
      sort by COL desc head N   sort COL desc head N
    top N by COL asc
      order by COL limit N   order by COL asc limit N   orderby COL limit N   sort by COL limit N
      sort COL limit N   sort by COL asc limit N   sort by COL head N   sort COL head N
    join EXISTS on SHARED
      vlookup COL EXISTS   vlookup COL EXISTS NAME   vlookup COL in EXISTS   vlookup EXISTS NAME
      vlookup COL from EXISTS   vlookup(COL, EXISTS)   vlookup(EXISTS)   vlookup COL, EXISTS, REST
      xlookup EXISTS   xlookup COL EXISTS   xlookup COL EXISTS NAME   xlookup EXISTS NAME
      lookup COL EXISTS   lookup COL in EXISTS   lookup COL EXISTS NAME   lookup EXISTS NAME
      =vlookup(CELL, EXISTS, REST)   vlookup(CELL, EXISTS, REST)   =xlookup(CELL, EXISTS, REST)
      =vlookup(COL; EXISTS; REST)   =vlookup(CELL; EXISTS; REST)   xlookup(COL, EXISTS, REST)
      match COL EXISTS   index match EXISTS   match EXISTS   merge COL EXISTS
    join JOINED
      vlookup   xlookup   lookup   =vlookup()   vlookup()   xlookup()   join   index match
    column type COL text
      cast COL text   cast COL string   cast COL str   cast COL to text   cast COL as string
      cast COL varchar   cast(COL as text)   cast(COL as varchar)   cast(COL as string)   COL::text
      COL::varchar   cast COL as varchar   cast COL as str
    date DATESKIP COL DATES YYYY-MM-DD
      cast COL date   cast COL to date   cast(COL as date)   COL::date   cast COL as datetime
      cast COL as timestamp   cast(COL as timestamp)
    number COLS
      cast COLS   cast COLS as number   cast COLS as float   cast COLS as double   cast COLS as decimal
      cast COLS as real   cast COLS int   cast COLS integer   cast COLS number   cast COLS float
      cast COLS to int   cast COLS to integer   cast COLS to number   cast COLS to float   cast COLS numeric
      cast(COLS as int)   cast(COLS as integer)   cast(COLS as number)   cast(COLS as numeric)
      cast(COLS as float)   cast(COLS as double)   cast(COLS as real)   cast(COLS as decimal)
      COLS::int   COLS::integer   COLS::numeric   COLS::float   COLS::decimal   COLS::double
    show COLS
      jq .[] | .COLS   jq -r .[] | .COLS   jq -r .[].COLS   jq map(.COLS)   jq [.[].COLS]
      jq .[] | {COLS}   jq -c .[] | {COLS}   jq map({COLS})   jq [.[] | {COLS}]   jq [.[] | .COLS]
    count where EXPR
      jq map(select(EXPR)) | length   jq [.[] | select(EXPR)] | length
    show COL where EXPR
      jq .[] | select(EXPR) | .COL   jq -r .[] | select(EXPR) | .COL   jq map(select(EXPR) | .COL)
    show where EXPR
      jq .[] | select(EXPR)   jq -c .[] | select(EXPR)   jq map(select(EXPR))   jq [.[] | select(EXPR)]
      jq .[] | select EXPR
    show 0:N
      jq .[N]
    query SELECT sum(COL) FROM TABLE
      jq map(.COL) | add   jq [.[].COL] | add   jq [.[] | .COL] | add
    sort by COL desc
      jq sort_by(.COL) | reverse   jq sort_by(-.COL)
    sort by COL
      jq sort_by(.COL)
    tally COL
      jq group_by(.COL)   jq unique_by(.COL)   jq map(.COL) | unique   jq [.[].COL] | unique
    columns
      jq .[0] | keys   jq .[0]|keys   jq .columns
    """#
}
