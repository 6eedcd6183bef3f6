extension ForeignLines {
  /// Spreadsheets: their cells, formulas, menus and keys.
  static let sheets = #"""
    edit CELLPATH CELLCOL=VALUE
      CELL = VALUE   CELL=VALUE   edit CELL = VALUE   edit CELL=VALUE   edit CELL VALUE
      set CELL VALUE   set CELL = VALUE   set CELL to VALUE   CELL := VALUE   CELL VALUE
    show CELL
      CELL   show CELL   select CELL   goto CELL   go to CELL   go CELL   =CELL   edit CELL
    query SELECT sum(CELLCOL) FROM TABLE
      =sum(CELL:NAME)   sum(CELL:NAME)
    describe CELLCOL
      =average(CELL:NAME)   =max(CELL:NAME)   =min(CELL:NAME)   =median(CELL:NAME)   =count(CELL:NAME)
    query SELECT sum(NCOL) FROM TABLE
      autosum   alt-=   sum   total   subtotal
    describe NCOL
      average   mean   median   min   max   std   avg
    count where EG
      countif   countifs
    count where $COL == $VALUE
      =countif(COL;VALUE)
    query SELECT sum(COL2) FROM TABLE WHERE COL = SQLVALUE
      sumif COL VALUE COL2   sumif COL = VALUE COL2   sum COL2 where COL = VALUE
      sum COL2 where COL == VALUE   sum COL2 if COL = VALUE   sumif(COL = VALUE, COL2)
    help group
      sumif   sumifs   averageif
      group   outline
    title COL
      =proper(COL)   proper(COL)
    upper COL
      =upper(COL)   upper(COL)
    lower COL
      =lower(COL)   lower(COL)
    trim COL
      =trim(COL)   trim(COL)   =clean(COL)   =trim(clean(COL))
    number COL
      =value(COL)   value(COL)   =numbervalue(COL)   tonumber(COL)
    tally COL
      =unique(COL)   unique(COL)   =countunique(COL)   =frequency(COL)
    sort by COL
      =sort(COL)   sort(COL)   =sortby(COL)
    sort by COL desc
      =sort(COL; -1)   =sort(COL, , -1)
    show COL where EXPR
      =filter(COL, EXPR)   =filter(COL; EXPR)
    replace COL LIT LIT2
      =substitute(COL, LIT, LIT2)   =substitute(COL; LIT; LIT2)   substitute(COL, LIT, LIT2)
      =replace(COL, LIT, LIT2)   replace(COL, LIT, LIT2)
    replace COL VALUE VALUE2
      substitute COL VALUE VALUE2   substitute COL VALUE with VALUE2
    combine COL,COL2 into both with LIT
      =concatenate(COL, LIT, COL2)   =concat(COL, LIT, COL2)   =textjoin(LIT, REST, COL, COL2)
      concat(COL, LIT, COL2)   concatenate(COL, LIT, COL2)   =COL&LIT&COL2
    combine COLS into both
      =concatenate(COLS)   =concat(COLS)   concat(COLS)   concatenate(COLS)   merge cells COLS
    help combine
      concat   concatenate   merge cells   merge   merge columns
      flash fill
    edit where $COL ~= nil set COL := tonumber(string.format("%.Nf", $COL))
      round COL N   round(COL, N)   round COL to N   =round(COL, N)   =round(COL; N)
      round COL to N digits   round COL to N places
    help column
      =CELL+CELL   =today()   =now()   insert column   add column
      new column   format cells   conditional formatting   formula
    show where EG
      autofilter   auto filter   filter rows   advanced filter   slicer
    help targets
      filter COL   filter by COL   filter on COL   iloc   loc   df.loc   df.iloc
    help scroll
      freeze   freeze panes   freeze top row   zoom   split panes
    help replace
      find and replace   search and replace   find & replace   ctrl-h   substitute
      change case
    help find
      ctrl-f   ctrl+f   cmd-f   f3   ctrl-g   find next   findnext
    save
      ctrl-s   ctrl+s   cmd-s   file save   save file   save all   save changes
    undo
      ctrl+z   cmd-z   undo last   undo that
    redo
      ctrl+y   cmd-y   f4
    quit
      ctrl-q   alt-f4   ctrl-w   file close   file exit
    help insert
      paste   ctrl-v   ctrl+v   ctrl-shift-+   insert rows   insert cells   paste special
    help duplicate
      copy
      ctrl-c   ctrl+c   ctrl-d   copy rows   duplicate row   duplicate rows
      yyp   yy
    help edit
      f2   set cell   edit cell   change cell
    help columns
      autofit   auto fit   column width   widen   wrap text   fit columns
    help lists
      reorder columns   rearrange columns   order columns
    help column
      hide   hide columns   bold   italic
    help fill
      fill series   fill handle   autofill   auto fill   drag fill   flash-fill   fill
    help split
      text to columns   text-to-columns   split column   split columns   split text
    help sort
      sort ascending   sort descending   custom sort   sort a-z   sort z-a   reverse   tac   rev
      sort rows   sort table   sort data
    column unhide COLS
      unhide COLS   unhide column COLS   unhide columns COLS   show column COLS   unhide-col COLS
      show hidden COLS
    column unhide *
      unhide   unhide all   unhide *   unhide columns   unhide all columns   unhide-cols
      column unhide   column unhide all   show hidden
      column hide COLS
    delete where ALLNULL
      delete blank rows   delete empty rows   remove blank rows   remove empty rows
      drop empty rows   remove-empty-rows   delete null rows
    sections
      subtotals   groups
    help join
      index match   hlookup
    help pivot
      transpose   pivot   pivot COL   crosstab
      insert pivot table   new pivot
    help unpivot
      unpivot   unpivot columns   stack
    help describe
      histogram COL   chart   plot   graph   bar chart
    help values
      format   format cells   number format   text format   validate   data validation
    explain
      why   what happened   trace precedents
    changes
      track changes   review   compare
    """#
}
