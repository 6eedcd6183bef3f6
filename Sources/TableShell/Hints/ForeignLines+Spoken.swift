extension ForeignLines {
  /// What is asked for in plain English, and the verbs of csvkit and nushell.
  static let spoken = [asked, told].joined(separator: "\n")

  /// Rows that are looked at, counted or summed.
  private static let asked = #"""
    show HEAD ← {show|list|get|print|give} first N rows   show top N rows   show first N lines
    show TAIL ← {show|list|get|print} last N rows   show bottom N rows
    show where EXPR
      show {all rows|only rows|everything|OWN|records|only} where EXPR   show all {OWN |}where EXPR
      {find all|find|get|give} rows where EXPR   find all where EXPR   list {rows|all|OWN} where EXPR
    count where EXPR
      how many {rows |OWN |}where EXPR   count {all rows|all|OWN} where EXPR   number of rows where EXPR
      how many rows have EXPR
    count ← how many OWN   number of OWN   count OWN
    query SELECT sum(COL2) FROM TABLE WHERE COL = SQLVALUE
      sum of COL2 where COL {is|=|==} VALUE   {sum|total of|total} COL2 where COL is VALUE
      total COL2 where COL = VALUE
    show where $COL == nil
      {show|find} {empty|blanks in} COL   show rows with {empty|no|missing|blank|null} COL
      show {missing|null|blank|nulls in|rows without} COL   filter blanks {in |}COL
      {rows with|filter} empty COL
    show where $COL ~= nil
      filter out {blanks in|nulls in|blank|null} COL   filter {out|not} empty COL   filter non-blank COL
      hide blanks in COL
    dedupe --dry-run by COLS
      {find|show} duplicates {in |by |}COLS   {highlight|count|check} duplicates {in |}COLS
      {list |}duplicates in COLS   duplicates COLS   find duplicate COLS
    tally COL
      {show|list} {unique|distinct} COL   which COL   {what|which} COL are there   unique values in COL
      {show|list} {unique |}values of COL   show all COL values   count(COL, sort = true)   value_counts(COL)
      csvstat -c COL --freq   frequency of COL   count each COL
    describe COL
      show stats {for |}COL   stats {for|of} COL   {statistics|show average} {of |}COL
      {show |}{statistics for|summary of} COL   {min and max|range|show mean} of COL   min{,|} max COL
      percentile N COL   quartiles COL   csvstat -c COL   describe column COL
      what is {average|median|mean} {of |}COL   what is {max|highest|lowest|min} COL
      calculate {average|mean} of COL
    query SELECT sum(COL) FROM TABLE
      {what is|show} total {of |}COL   {what is|show|compute} sum of COL   calculate {sum|total} of COL
      add up COL   total of COL
    group by COLS count
      group-by COLS   {count|number of} OWN {by|per} COLS   how many OWN per COLS
      show {count|counts} by COLS
    columns
      {show |}{column|data} types   show types of columns   {what|which} columns are there   what are columns
    count where $COL == nil
      NAME{.COL.isnull|[COL].isna}().sum()   how many COL are empty   {how many|number of} empty COL
      count {empty|missing} COL
    sample N ← {take |get |pick |show |choose |select |}N random rows
    pivot COL COL2 COUNTED count ← pivot by COL{ and|,|} COL2
    column unhide * ← {show all|show|unhide all} hidden columns
    """#

  /// Rows, cells and columns that are changed.
  private static let told = #"""
    delete where EXPR
      {delete|remove} {all rows|all|records} where EXPR   delete {every row|OWN} where EXPR
      drop rows where EXPR
    delete where $COL == nil
      {delete|remove} rows with {empty|no|blank|null|missing} COL   drop rows with {empty|null} COL
      {delete|remove} rows without COL   delete empty COL   remove {nulls|blanks|empty} from COL
      drop nulls in COL
    delete 0:0  # the first row
      delete first {row|line}   {remove|drop} first row   delete top row
    delete 0:-1  # the last row
      delete last {row|line}   {remove|drop} last row   delete bottom row
    delete HEAD ← {delete|remove|drop} {first|top} N{ rows|}
    delete TAIL ← {delete|remove|drop} {last|bottom} N{ rows|}
    keep HEAD ← keep {only |}first N rows   keep top N{ rows|}   keep first N
    keep TAIL ← keep {only |}last N rows   keep last N
    dedupe by COLS
      {remove|delete|drop} duplicates from COLS   {uniq-by|unique-by} COLS
      {remove|delete} duplicate rows by COLS
    edit where $COL == nil set COL=VALUE
      set COL {to|=} VALUE where empty   set COL to VALUE where {null|blank|missing}
      set COL to VALUE if empty   replace {empty|blank|missing|null} COL with VALUE
    edit * COL=VALUE
      set COL {to |= |}VALUE for all rows   set COL to VALUE {for all|everywhere|in all rows}
      set all COL {to|=} VALUE   {set every|change all} COL to VALUE
    edit where $NUM ~= nil set NUM := $NUM + $LIT
      add LIT to {all |}NUM   {increase|increment|raise} NUM by LIT   NUM += LIT
    edit where $NUM ~= nil set NUM := $NUM - $LIT
      subtract LIT from NUM   {decrease|reduce|decrement} NUM by LIT   NUM -= LIT
    edit where $NUM ~= nil set NUM := $NUM * $LIT ← multiply NUM {by|with} LIT   NUM {*=|times} LIT
    edit where $NUM ~= nil set NUM := $NUM / $LIT ← divide NUM by LIT   NUM /= LIT
    number COLS
      remove currency {symbol |symbols |}from COLS   {strip currency|remove units} from COLS
      remove dollar {sign|signs} from COLS   convert COLS to {integer|integers|int|numeric|float|decimal}
      make COLS {a number|numbers|numeric}   set type COLS number   {set|change} type of COLS to number
      change type of COLS to numeric   {parse|treat|clean up} COLS as number   parse COLS as numbers
      change COLS to {number|numbers}
    column type COL text
      change type of COL to {text|string}   set type COL text   set type of COL to text
      convert COL to string   make COL a text   treat COL as text
    replace COL " " "" ← {remove all|remove|delete} spaces {from|in} COL   remove whitespace from COL
    replace COL VALUE "" ← {remove all|remove|delete|strip} VALUE from COL   remove VALUE in COL
    split --rest COL by " " into COL_1,COL_2
      split {column |}COL by space   split COL {on|at} space   split COL {by|on} spaces
      split COL by {blank|whitespace}
    split --rest COL by , into COL_1,COL_2 ← split COL {by|on|at} comma   split COL by commas
    split --rest COL by - into COL_1,COL_2 ← split COL {by|on} {dash|hyphen}
    split --rest COL by / into COL_1,COL_2 ← split COL {by|on} slash
    split REMAINDER COL by SEPARATOR into COL_1,COL_2 ← text to columns COL   split {column|up} COL
    sort by COLS
      sort {a-z|up|alphabetically|a to z} by COLS   {csvsort|sort-by} COLS   sort {by |}COLS alphabetically
    sort by COL desc
      sort {z-a|down|reverse|z to a} by COL   csvsort -c COL -r   csvsort -r COL   sort-by COL {--reverse|-r}
      sort COL {largest|highest} first
    column move COL N-1
      move COL to {column|place} N   move {column |}COL to position N   put COL in column N
    column add NAME := $COL
      {copy|duplicate} column COL {as|to} NAME   copy COL {to|as} NAME   copy {column |}COL into NAME
      {duplicate|clone column} COL as NAME
    column add COL_copy := $COL ← duplicate {column |}COL   {copy|clone} column COL   clone COL
    column delete COLLIST ← reject COLS   get rid of {column |columns |}COLS   take out COLS
    upper COL
      update COL { str upcase }   uppercase COL column   {uppercase|upper} column COL
      make all COL {uppercase|upper case}
    lower COL
      update COL { str downcase }   lowercase COL column   {lowercase|lower} column COL
      make all COL {lowercase|lower case}
    join EXISTS on COL=NAME
      csvjoin -c COL,NAME {OWN |}EXISTS   left_join(EXISTS, by = c(COL = NAME))
      merge with EXISTS on COL = NAME   vlookup COL in EXISTS by NAME
    join EXISTS on COL
      csvjoin -c COL {OWN |}EXISTS   left_join(EXISTS, by = COL)   combine with EXISTS {on|by} COL
      {add columns from|merge with} EXISTS by COL
    export --format FORMAT - ← {print|write|dump} to FORMAT   output {to |as |}FORMAT
    export FILE
      print to {file |}FILE   {output|dump} to FILE   {export|write} to file FILE   save {a |}copy to FILE
    reload --discard ← revert to {saved|file|disk|original}   reload {from disk|file}
    undo to 0
      start over   {undo|revert} all changes   revert all   reset table   {throw away|forget} changes
      throw changes away
    """#
}
