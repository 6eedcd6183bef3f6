extension ForeignLines {
  /// Spreadsheets: their cells, formulas, menus and keys.
  static let sheets = #"""
    edit CELLPATH CELLCOL=VALUE ← CELL {= |:= |}VALUE   edit CELL {= |}VALUE   set CELL {= |to |}VALUE
    show CELL ← CELL   {show|select|goto|edit} CELL   go {to |}CELL   =CELL
    query SELECT sum(CELLCOL) FROM TABLE ← {=sum|sum}(CELL:NAME)
    describe CELLCOL ← {=average|=max|=min|=median|=count}(CELL:NAME)
    query SELECT sum(NCOL) FROM TABLE ← autosum   alt-=   sum   total   subtotal
    describe NCOL ← average   mean   median   min   max   std   avg
    count where EG ← countif   countifs
    count where $COL == $VALUE ← =countif(COL;VALUE)
    query SELECT sum(COL2) FROM TABLE WHERE COL = SQLVALUE
      sumif COL {= |}VALUE COL2   sum COL2 where COL {=|==} VALUE   sum COL2 if COL = VALUE
      sumif(COL = VALUE, COL2)
    help group ← sumif   sumifs   averageif   outline
    title COL ← {=proper|proper}(COL)
    upper COL ← {=upper|upper}(COL)
    lower COL ← {=lower|lower}(COL)
    trim COL ← {=trim|trim|=clean}(COL)   =trim(clean(COL))
    number COL ← {=value|value|=numbervalue|tonumber}(COL)
    tally COL ← {=unique|unique|=countunique|=frequency}(COL)
    sort by COL ← {=sort|sort|=sortby}(COL)
    sort by COL desc ← =sort(COL{;|, ,} -1)
    show COL where EXPR ← =filter(COL{,|;} EXPR)
    replace COL LIT LIT2
      {=substitute|substitute|=replace|replace}(COL, LIT, LIT2)   =substitute(COL; LIT; LIT2)
    replace COL VALUE VALUE2 ← substitute COL VALUE {with |}VALUE2
    combine COL,COL2 into both with LIT
      {=concatenate|=concat|concat|concatenate}(COL, LIT, COL2)   =textjoin(LIT, REST, COL, COL2)
      =COL&LIT&COL2
    combine COLS into both ← {=concatenate|=concat|concat|concatenate}(COLS)   merge cells COLS
    help combine ← concat   concatenate   merge{ cells| columns|}   flash fill
    edit where $COL ~= nil set COL := tonumber(string.format("%.Nf", $COL))
      edit * COL := round(SAME{,|;} N)   round COL N   round(COL, N)   round COL to N{ digits| places|}   =round(COL{,|;} N)
    help column
      =CELL+CELL   =today()   =now()   {insert|add|new} column   format cells   conditional formatting
      formula
    show where EG ← autofilter   {auto|advanced} filter   filter rows   slicer
    help targets ← filter {by |on |}COL   iloc   loc   df.loc   df.iloc
    help scroll ← freeze{ panes| top row|}   zoom   split panes
    help replace ← find {and|&} replace   search and replace   ctrl-h   substitute   change case
    find PHRASE ← {ctrl-f|ctrl+f|cmd-f|cmd+f} PHRASE
    help replace ← ctrl+h   cmd-h   cmd+h
    save ← cmd+s   ^s
    undo ← cmd+z   ^z   ctrl z
    redo ← cmd+y   ^y   cmd-shift-z   cmd+shift+z   ctrl-shift-z   ctrl+shift+z
    quit ← ctrl-d   ctrl+d   cmd-q   cmd+q   ctrl+q   ctrl+w   cmd-w   cmd+w
    help find ← ctrl-f   ctrl+f   cmd-f   f3   ctrl-g   find next   findnext
    save ← ctrl-s   ctrl+s   cmd-s   file save   save {file|all|changes}
    undo ← ctrl+z   cmd-z   undo {last|that}
    redo ← ctrl+y   cmd-y   f4
    quit ← ctrl-q   alt-f4   ctrl-w   file {close|exit}
    help insert ← paste{ special|}   ctrl-v   ctrl+v   ctrl-shift-+   insert {rows|cells}
    help duplicate ← copy   ctrl-c   ctrl+c   ctrl-d   copy rows   duplicate {row|rows}   yyp   yy
    help edit ← f2   {set|edit|change} cell
    help columns ← autofit   auto fit   column width   widen   wrap text   fit columns
    help lists ← {reorder|rearrange|order} columns
    help column ← hide   hide columns   bold   italic
    help fill ← fill{ series| handle|}   autofill   {auto|drag} fill   flash-fill
    help split ← {text to|split} columns   text-to-columns   split {column|text}
    help sort ← sort {ascending|descending|a-z|z-a|rows|table|data}   custom sort   reverse   tac   rev
    column unhide COLS ← unhide {column |columns |}COLS   {show|column show} {column|hidden} COLS
      unhide-col COLS   column show COLS
    column unhide *
      unhide{ all| *|}   unhide {all |}columns   unhide-cols   column unhide{ all|}   show hidden
      column show{ all| *|}
    delete where ALLNULL
      delete {blank|empty|null} rows   remove {blank|empty} rows   drop empty rows   remove-empty-rows
    sections ← subtotals   groups
    help join ← index match   hlookup
    help pivot ← transpose   pivot{ COL|}   crosstab   insert pivot table   new pivot
    help unpivot ← unpivot{ columns|}   stack
    help describe ← histogram COL   {bar |}chart   plot   graph
    help values ← {number |text |}format   format cells   validate   data validation
    explain ← why   what happened   trace precedents
    changes ← track changes   review   compare
    """#
}
