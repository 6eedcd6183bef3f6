extension ForeignLines {
  /// What people say in words of their own, and the verbs of other tools that a table behind this one would
  /// take for something else.
  static let phrases = [wholeTable, cells, columnsNamed, summaries].joined(separator: "\n")

  /// Files, steps, scripts, orders and help.
  private static let wholeTable = #"""
    export --format FORMAT FILE
      export FILE {format|in|type} FORMAT   export FILE format=FORMAT   export to FORMAT file FILE
      write FORMAT FILE
    export COPY ← write.FORMAT{()|}
    export - ← dump{ all| data|}   {dump|print} table
    insert from EXISTS
      append {file |rows |}EXISTS   append {rows |}from EXISTS   {add|import|load} rows from EXISTS
      union {all |}EXISTS   {concat|rbind|stack|bind_rows|vstack|csvstack|add file} EXISTS   bind_rows(EXISTS)
      insert {file |}EXISTS
    join EXISTS on COL=NAME
      {left |}join EXISTS on COL == NAME   merge EXISTS on COL {==|=} NAME   join with EXISTS on COL = NAME
      join EXISTS where COL {=|==} NAME   join EXISTS using COL = NAME   lookup COL in EXISTS by NAME
    undo
      cancel   oops   {go|step} back   take {it |}back   {undo|revert} last change   undo last {step|edit}
      revert last   undo it
    undo N ← u N   go back N{ steps|}   {step |}back N   undo last N{ steps| changes|}   cancel N   revert N
    changes
      what {has |}changed   what did i change   {show|list|unsaved} changes   {what is |}unsaved
      show {diff|differences}   compare {with|to} {file|original|saved}   compare with disk
      diff with {file|original}   diff file   changes with file
    history --script > FILE
      save script {as |to |}FILE   history {save|--script|export|to|>} FILE
      {export |record |write |}script FILE   save {history|commands} {to |}FILE   save {steps|macro} FILE
      export history FILE
    history --script  # > f.tsh keeps it
      script{ history|}   {save |}macro   record {script|macro}   start recording
      {save|show|generate|export|as} script   {show|list} steps
    query SELECT * FROM TABLE ORDER BY random()
      shuffle{ rows| table| all| data|}   randomize{ rows|}   randomise   random order
      sort {random|randomly|--random}   sort by random{()|}   order by random()   NAME.sample(frac=1)
      slice_sample(prop = 1)
    tablesh --version  # in a terminal, outside of this one
      {show |what |}version   ver   about   --version   -v
    duplicate 0:N  # by its place: section 0, rows counting from 0
      copy N   dup N   clone N
    query REST ← {sql|execute} REST   run {sql|query} REST
    help ← help {me|me!}   help!   what can i do   how do i start   where am i
    sort by NTH desc ← sort {-t, |}-k N {-nr|-rn|-r}   sort {-n -r|-r|-rn} -k N   sort {-t, |}-nr -k N
    sort by NTH ← sort {-t, |}-k N -n   sort {-t, |}-n -k N   sort {by |}column N
    show NTH ← cut -f N{ -d,|}   cut -d, -f N{ FILE|}   {show|print} column N
    sort by COL desc
      {arrange|sort_by|orderby|order by} desc(COL)   arrange {desc|descending} COL   sort {by |}desc(COL)
      sort by COL {largest|highest|biggest|newest} first   sort {by |}COL in descending order
      sort by COL {from |}high to low   sort by COL {z to a|largest to smallest}
    sort by ORDER; show COLS
      show {columns |}COLS sort by ORDER   show COLS {order by|ordered by|sort} ORDER
      {show|list} COLS sorted by ORDER   select COLS {order|sort} by ORDER
    sort by ORDER
      show {all |rows |everything |}sorted by ORDER   show {* |all |}sort by ORDER   show {* |}order by ORDER
      {show |}ordered by ORDER   sorted by ORDER
    top N by COL
      show top N {in |}COL   {show |}N {largest|highest} COL   {show |}highest N {by |}COL
      {show |}largest N by COL   {show |}top N rows by COL   best N COL
    top N by COL asc
      show {bottom|lowest} N {by |}COL   show smallest N COL   {show |}N {lowest|smallest} COL
      lowest N {by |}COL   smallest N by COL   bottom N rows by COL
    """#

  /// Cells that get another value.
  private static let cells = #"""
    edit where $COL == nil set COL=VALUE
      replace {null|nulls|nil|blank|blanks|empty|missing|na|nan} with VALUE in COL
      replace {null|nulls|blanks|missing values} in COL with VALUE
      {replace|fill} empty cells in COL with VALUE   replace COL {null|nulls} with VALUE
      fill {nulls in|blanks in|empty|missing} COL with VALUE   set {empty|null} COL to VALUE
    replace COL VALUE VALUE2
      {replace|recode} COL VALUE=VALUE2   replace COL {/VALUE/VALUE2/|VALUE/VALUE2}
      replace in COL VALUE {by |to |}VALUE2   replace VALUE {->|=>} VALUE2 in COL
      replace COL VALUE {->|=>} VALUE2   replace COL: VALUE {->|with} VALUE2   recode COL VALUE {to |}VALUE2
      rename VALUE to VALUE2 in COL   turn VALUE into VALUE2 in COL   map COL VALUE VALUE2
      substitute VALUE {with|for} VALUE2 in COL   replace VALUE=VALUE2 in COL
    replace COL PHRASE VALUE2 ← replace COL PHRASE {with|by} VALUE2
    edit where $COL == nil set COL=PHRASES ← fill COL with PHRASES
    replace COL VALUE VALUE2
      find VALUE in COL and replace with VALUE2   find VALUE and replace with VALUE2 in COL
    replace * VALUE VALUE2
      replace {all|every} VALUE with VALUE2   replace all VALUE {by |}VALUE2
      replace VALUE {with |by |}VALUE2 everywhere   replace everywhere VALUE {with |}VALUE2
    edit where EXPR set COL=VALUE
      change COL {to |= |}VALUE where EXPR   set COL {as |}VALUE where EXPR   set where EXPR COL {=|to} VALUE
      make COL VALUE where EXPR   update {set COL =|COL to} VALUE where EXPR   edit COL {to |}VALUE where EXPR
      edit where EXPR{, set| set| change|} COL to VALUE   if EXPR {then |}set COL {=|to} VALUE
      if EXPR then COL = VALUE   where EXPR set COL {=|to} VALUE   when EXPR set COL to VALUE
      set COL {to|=} VALUE if EXPR   change COL to VALUE if EXPR   set COL to VALUE when EXPR
    edit where $COL == $VALUE set COL=VALUE2
      edit where COL {==|=} VALUE {set |}to VALUE2   {change|edit|set|update} COL from VALUE to VALUE2
      change where COL {==|=} VALUE to VALUE2
    edit * COL := CEXPR ← {mutate|calc|calculate|compute|formula} COL = CEXPR
    column add NAME := CEXPR
      {mutate|calc|calculate|compute|derive|define|create|generate|gen} NAME = CEXPR
      {create|new|insert} column NAME = CEXPR   {assign|formula|new|with|extend} NAME = CEXPR
      column {add |}NAME: CEXPR   add column NAME: CEXPR   add column NAME {as |}CEXPR
      column add NAME as CEXPR
    lower COLS
      lower case COLS   convert COLS to lower{ case|}   {convert |change |set |}COLS to lowercase
      {make |}COLS lowercase   make COLS lower{ case|}   change COLS to lower case
      change case {COLS|of COLS to} lower
    upper COLS
      upper case COLS   convert COLS to upper{ case|}   {convert |change |set |}COLS to uppercase
      {make |}COLS uppercase   make COLS upper{ case|}   change COLS to upper case
      change case {COLS|of COLS to} upper
    title COLS
      convert COLS to {title case|title|titlecase}   {convert|change} COLS to proper case
      make COLS {title|proper}{ case|}   make COLS {titlecase|capitalized}   {change |}COLS to title case
      change case COLS title   capitalize first letter of COLS
    trim COLS
      trim {column |columns |blanks in |}COLS   trim {whitespace|spaces} {in |from |}COLS
      strip whitespace {from |}COLS   strip spaces from COLS
    trim *
      trim {all |}{whitespace|spaces|cells}   trim {blanks|text|table|rows|values|white space}
      strip {whitespace|spaces}   remove extra spaces
    """#

  /// Columns that are kept, moved, combined, or written otherwise.
  private static let columnsNamed = #"""
    columns ← show {cols|column|types}   {show |}colnames   list {cols|fields}   cols
    column keep COLS
      {columns |}keep COLS   keep {columns|column|just} COLS   {column |}keep only COLS
      keep only {the |}columns COLS   retain COLS
    show COLS
      show {just |}COLS   {select|choose} columns COLS   select {column|fields|only} COLS
      show only {columns |}COLS
    column move COL 0
      move column COL to {the |}{front|start}   move COL to the {front|left}
      move COL to {the |}{start|beginning}   put {column |}COL first   make COL first
      make COL the first column   bring COL to front   move {column |}COL to first
    column move COL LASTINDEX
      move COL to the {end|right|back}   move column COL to {the |}end   move column COL {to |}last
      move COL to {back|last}   put {column |}COL last   make COL last   put COL at the end   move COL end
    column move COLS after COL2 ← column move COLS {after|behind} COL2
    column move COLS before COL2 ← column move COLS before COL2
    column move COL after COL2
      {move|put} {column |}COL after COL2   {column |}move COL {behind|to after} COL2
      move COL {right of|next to} COL2   relocate COL after COL2   relocate(COL, .after = COL2)
    column move COL before COL2
      {move|put} {column |}COL before COL2   {column |}move COL {in front of|to before} COL2
      move COL left of COL2   relocate COL before COL2   relocate(COL, .before = COL2)
    combine COL,COL2 into NAME
      combine COL {and|with|+|&} COL2 into NAME   merge COL {and|with} COL2 into NAME
      {concat|join|concatenate|unite|merge columns|combine columns} COL and COL2 into NAME
      {combine|merge} COL and COL2 as NAME   combine COL, COL2 to NAME
    combine COLS into NAME
      combine COLS {into|in} NAME   {combine|merge|join} columns COLS into NAME
      {concatenate|unite} COLS into NAME   unite(NAME, COLS)   unite NAME COLS
    edit where $COL ~= nil set COL := tonumber(string.format("%.2f", $COL))
      number format COL   format COL {as currency|with 2 decimals}   {format|round} COL to two decimals
      round COL to cents
    edit where $COL ~= nil set COL := tonumber(string.format("%.Nf", $COL))
      format {number |}COL N   number format COL N   format COL {to |with |}N decimals
      round COL {to |}N decimals   round COL N digits   round COL to N decimal places   set COL to N decimals
      decimals COL N
    date DATESKIP COL DATES YYYY-MM-DD
      {format|parse|convert|normalize|fix} date COL   {format|convert|standardize|parse} dates {in |}COL
      {parse|format} COL as date   {date |}parse COL   {normalise|standardise|clean} dates COL
      standardize COL   date format COL   {format|date} COL {iso|as iso|to iso}   fix dates in COL   make COL {a |}date
    date DATESKIP COL DATES VALUE
      format date COL {as |to |}VALUE   format dates {COL|in COL as} VALUE
      convert {date |dates in |}COL to VALUE   date COL format VALUE   change date format {of |}COL to VALUE
      date format COL VALUE   format COL date VALUE
    show where ISODATES$COL and $COL:match("^N")
      {show where|filter} year(COL) {=|==} N   show year(COL) = N   show where COL in N
      filter(year(COL) == N)
    date DATESKIP COL DATES YYYY-MM-DD; show where $COL and $COL:match("^N")
      {show where|filter} year(COL) {=|==} N   show year(COL) = N   filter(year(COL) == N)
    count where ISODATES$COL and $COL:match("^N") ← count where year(COL) {=|==} N
    date DATESKIP COL DATES YYYY-MM-DD; count where $COL and $COL:match("^N") ← count where year(COL) {=|==} N
    """#

  /// Groups, sums, means and pivots.
  private static let summaries = #"""
    query SELECT COLS, count(*) FROM TABLE GROUP BY COLS HAVING count(*) REST
      group by COLS {count |}having count{(*)|} REST   group by COLS having n REST
    query SELECT COL2, sum(COL) AS total FROM TABLE GROUP BY COL2 ORDER BY total
      group {by |}COL2 {sum COL|sum(COL)} {sort|order} by {SAME|sum|total|sum(SAME)}{ asc|}
    query SELECT COL2, sum(COL) AS total FROM TABLE GROUP BY COL2 ORDER BY total DESC
      group {by |}COL2 {sum COL|sum(COL)} {sort|order} by {SAME|sum|total|sum(SAME)} {desc|descending}
    query SELECT COL2, avg(COL) AS mean FROM TABLE GROUP BY COL2 ORDER BY mean
      group {by |}COL2 {mean|avg} COL {sort|order} by {SAME|mean|avg}{ asc|}
    query SELECT COL2, avg(COL) AS mean FROM TABLE GROUP BY COL2 ORDER BY mean DESC
      group {by |}COL2 {mean|avg} COL {sort|order} by {SAME|mean|avg} {desc|descending}
    query SELECT COL, count(*) AS n FROM TABLE GROUP BY COL ORDER BY n
      group {by |}COL count {sort|order} by {count|n}{ asc|}
    query SELECT COL, count(*) AS n FROM TABLE GROUP BY COL ORDER BY n DESC
      group {by |}COL count {sort|order} by {count|n} {desc|descending}
    group by COLS sum COLS2
      {sum|total} {of |}COLS2 {by|per|for each|grouped by} COLS   group by COLS {total|sum of} COLS2
    group by COLS mean COLS2
      {average|avg|mean} {of |}COLS2 {by|per|for each|grouped by} COLS   group by COLS average of COLS2
    group by COLS median COLS2 ← median {of |}COLS2 {by|per|for each|grouped by} COLS
    group by COLS max COLS2 ← {max|maximum|highest|largest} {of |}COLS2 {by|per|for each|grouped by} COLS
    group by COLS min COLS2 ← {min|minimum|lowest|smallest} {of |}COLS2 {by|per|for each|grouped by} COLS
    group by COLS ← group_by COLS
    group by COLS count
      {count|number of} rows {by|per} COLS   rows per COLS   how many {rows |}per COLS   count for each COLS
    query SELECT sum(COL) FROM TABLE
      {summarise|summarize} {NAME = |}sum(COL)   summarise({sum|NAME = sum}(COL))   {aggregate|agg} sum(COL)
    describe COL
      summarise {NAME = mean|mean|avg|median|max|min}(COL)   summarize {mean|avg|median}(COL)
      summarise(mean(COL))   aggregate mean(COL)   {average|mean|median|max|min|maximum|minimum} of COL
    pivot COL COL2 COL3 sum
      pivot table COL {by |}COL2 COL3   {pivot_table|crosstab} COL COL2 COL3
      pivot table COL COL2 {sum COL3|COL3 sum}   pivot table rows COL columns COL2 values COL3
    pivot COL COL2 COUNTED count ← pivot table COL {by |and |}COL2   pivottable COL COL2
    """#
}
