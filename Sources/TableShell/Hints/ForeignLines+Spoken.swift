extension ForeignLines {
  /// What is asked for in plain English, and the verbs of csvkit and nushell.
  static let spoken = [asked, told].joined(separator: "\n")

  /// Rows that are looked at, counted or summed.
  private static let asked = #"""
    show HEAD
      show first N rows   show top N rows   list first N rows   get first N rows   print first N rows
      show first N lines   give first N rows
    show TAIL
      show last N rows   list last N rows   get last N rows   print last N rows   show bottom N rows
    show where EXPR
      show all rows where EXPR   show all where EXPR   show everything where EXPR   show OWN where EXPR
      show all OWN where EXPR   show records where EXPR   find rows where EXPR   find all where EXPR
      find all rows where EXPR   list rows where EXPR   list all where EXPR   get rows where EXPR
      list OWN where EXPR   give rows where EXPR   show only rows where EXPR   show only where EXPR
    count where EXPR
      how many where EXPR   how many rows where EXPR   how many OWN where EXPR   count all where EXPR
      count all rows where EXPR   number of rows where EXPR   count OWN where EXPR   how many rows have EXPR
    count
      how many OWN   number of OWN   count OWN
    query SELECT sum(COL2) FROM TABLE WHERE COL = SQLVALUE
      sum of COL2 where COL is VALUE   sum of COL2 where COL = VALUE   sum of COL2 where COL == VALUE
      sum COL2 where COL is VALUE   total COL2 where COL = VALUE   total COL2 where COL is VALUE
      total of COL2 where COL is VALUE
    show where $COL == nil
      show empty COL   show rows with empty COL   show rows with no COL   show missing COL   show null COL
      show blank COL   show blanks in COL   show nulls in COL   filter blanks COL   filter blanks in COL
      rows with empty COL   show rows without COL   show rows with missing COL   show rows with blank COL
      find empty COL   find blanks in COL   show rows with null COL   filter empty COL
    show where $COL ~= nil
      filter out blanks in COL   filter out empty COL   filter out nulls in COL   filter non-blank COL
      filter not empty COL   hide blanks in COL   filter out blank COL   filter out null COL
    dedupe --dry-run by COLS
      find duplicates COLS   find duplicates in COLS   find duplicates by COLS   show duplicates COLS
      show duplicates in COLS   show duplicates by COLS   highlight duplicates COLS   list duplicates in COLS
      highlight duplicates in COLS   count duplicates COLS   count duplicates in COLS   duplicates COLS
      duplicates in COLS   check duplicates COLS   check duplicates in COLS   find duplicate COLS
    tally COL
      show unique COL   show distinct COL   list unique COL   list distinct COL   which COL   what COL are there
      which COL are there   unique values in COL   list values of COL   show values of COL   show all COL values
      show unique values of COL   list unique values of COL
      count(COL, sort = true)   value_counts(COL)   csvstat -c COL --freq   frequency of COL   count each COL
    describe COL
      show stats for COL   stats for COL   stats of COL   statistics COL   statistics for COL   statistics of COL
      show statistics for COL   show stats COL   min and max of COL   min max COL   min, max COL   range of COL
      summary of COL   show summary of COL   percentile N COL   quartiles COL   csvstat -c COL   describe column COL
      what is average COL   what is average of COL   what is mean of COL   what is mean COL   what is max COL
      what is highest COL   what is lowest COL   what is min COL   what is median COL   what is median of COL
      show average COL   show average of COL   show mean of COL   calculate average of COL   calculate mean of COL
    query SELECT sum(COL) FROM TABLE
      what is total COL   what is total of COL   what is sum of COL   show sum of COL   show total of COL
      show total COL   calculate sum of COL   calculate total of COL   add up COL   total of COL   compute sum of COL
    group by COLS count
      group-by COLS   count OWN by COLS   count OWN per COLS   how many OWN per COLS   number of OWN by COLS
      number of OWN per COLS   show count by COLS   show counts by COLS
    columns
      show column types   column types   show data types   data types   show types of columns   what columns are there
      which columns are there   what are columns
    count where $COL == nil
      NAME.COL.isnull().sum()   NAME[COL].isna().sum()   how many COL are empty   how many empty COL
      count empty COL   count missing COL   number of empty COL
    sample N
      take N random rows   N random rows   get N random rows   pick N random rows   show N random rows
      choose N random rows   select N random rows
    pivot COL COL2 COUNTED count
      pivot by COL and COL2   pivot by COL, COL2   pivot by COL COL2
    column unhide *
      show hidden columns   unhide all hidden columns   show all hidden columns
    """#

  /// Rows, cells and columns that are changed.
  private static let told = #"""
    delete where EXPR
      delete all rows where EXPR   delete all where EXPR   delete every row where EXPR   drop rows where EXPR
      remove all rows where EXPR   remove all where EXPR   delete records where EXPR   remove records where EXPR
      delete OWN where EXPR
    delete where $COL == nil
      remove rows with empty COL   delete rows with empty COL   drop rows with empty COL   delete rows without COL
      remove rows without COL   delete rows with no COL   remove rows with no COL   delete rows with blank COL
      remove rows with blank COL   delete rows with null COL   remove rows with null COL   drop rows with null COL
      delete rows with missing COL   remove rows with missing COL   delete empty COL   remove nulls from COL
      remove blanks from COL   remove empty from COL   drop nulls in COL
    delete 0:0  # the first row
      delete first row   remove first row   drop first row   delete first line   delete top row
    delete 0:-1  # the last row
      delete last row   remove last row   drop last row   delete last line   delete bottom row
    delete HEAD
      delete first N rows   delete top N rows   remove first N rows   drop first N rows   remove top N rows
    delete TAIL
      delete last N rows   delete bottom N rows   remove last N rows   drop last N rows   remove bottom N rows
    keep HEAD
      keep first N rows   keep top N rows   keep only first N rows   keep first N   keep top N
    keep TAIL
      keep last N rows   keep only last N rows   keep last N
    dedupe by COLS
      remove duplicates from COLS   delete duplicates from COLS   uniq-by COLS   unique-by COLS
      drop duplicates from COLS   remove duplicate rows by COLS   delete duplicate rows by COLS
    edit where $COL == nil set COL=VALUE
      set COL to VALUE where empty   set COL to VALUE where null   set COL to VALUE where blank
      set COL to VALUE where missing   set COL to VALUE if empty   set COL = VALUE where empty
      replace empty COL with VALUE   replace blank COL with VALUE   replace missing COL with VALUE
      replace null COL with VALUE
    edit * COL=VALUE
      set COL to VALUE for all rows   set COL to VALUE for all   set all COL to VALUE   set all COL = VALUE
      set COL = VALUE for all rows   set COL to VALUE everywhere   set COL to VALUE in all rows
      set every COL to VALUE   set COL VALUE for all rows   change all COL to VALUE
    edit where $NUM ~= nil set NUM := $NUM + $LIT
      add LIT to NUM   increase NUM by LIT   increment NUM by LIT   NUM += LIT   raise NUM by LIT   add LIT to all NUM
    edit where $NUM ~= nil set NUM := $NUM - $LIT
      subtract LIT from NUM   decrease NUM by LIT   reduce NUM by LIT   decrement NUM by LIT   NUM -= LIT
    edit where $NUM ~= nil set NUM := $NUM * $LIT
      multiply NUM by LIT   multiply NUM with LIT   NUM *= LIT   NUM times LIT
    edit where $NUM ~= nil set NUM := $NUM / $LIT
      divide NUM by LIT   NUM /= LIT
    number COLS
      remove currency from COLS   remove currency symbol from COLS   remove currency symbols from COLS
      strip currency from COLS   remove dollar sign from COLS   remove dollar signs from COLS
      remove units from COLS   convert COLS to integer   convert COLS to integers   convert COLS to int
      convert COLS to numeric   convert COLS to float   convert COLS to decimal   make COLS a number
      make COLS numbers   make COLS numeric   set type COLS number   set type of COLS to number
      change type of COLS to number   change type of COLS to numeric   parse COLS as number   treat COLS as number
      parse COLS as numbers   change COLS to number   change COLS to numbers   clean up COLS as number
    column type COL text
      change type of COL to text   change type of COL to string   set type COL text   set type of COL to text
      convert COL to string   make COL a text   treat COL as text
    replace COL " " ""
      remove spaces from COL   remove spaces in COL   remove all spaces from COL   delete spaces in COL
      remove whitespace from COL   delete spaces from COL   remove all spaces in COL
    replace COL VALUE ""
      remove VALUE from COL   delete VALUE from COL   strip VALUE from COL   remove all VALUE from COL
      remove VALUE in COL
    split --rest COL by " " into COL_1,COL_2
      split COL by space   split COL on space   split COL at space   split COL by spaces   split COL by blank
      split COL on spaces   split column COL by space   split COL by whitespace
    split --rest COL by , into COL_1,COL_2
      split COL by comma   split COL on comma   split COL at comma   split COL by commas
    split --rest COL by - into COL_1,COL_2
      split COL by dash   split COL by hyphen   split COL on dash   split COL on hyphen
    split --rest COL by / into COL_1,COL_2
      split COL by slash   split COL on slash
    split REMAINDER COL by SEPARATOR into COL_1,COL_2
      text to columns COL   split column COL   split up COL
    sort by COLS
      sort a-z by COLS   sort a to z by COLS   sort up by COLS   csvsort COLS   sort-by COLS
      sort alphabetically by COLS   sort COLS alphabetically   sort by COLS alphabetically
    sort by COL desc
      sort z-a by COL   sort z to a by COL   csvsort -c COL -r   csvsort -r COL   sort-by COL --reverse   sort-by COL -r
      sort down by COL   sort reverse by COL   sort COL largest first   sort COL highest first
    column move COL N-1
      move COL to column N   move COL to position N   move column COL to position N   move COL to place N
      put COL in column N
    column add NAME := $COL
      copy column COL to NAME   copy COL to NAME   copy column COL as NAME   copy COL as NAME   copy COL into NAME
      duplicate column COL as NAME   duplicate column COL to NAME   duplicate COL as NAME   clone column COL as NAME
      copy column COL into NAME
    column add COL_copy := $COL
      duplicate column COL   copy column COL   clone column COL   duplicate COL   clone COL
    column delete COLLIST
      reject COLS   get rid of COLS   get rid of column COLS   get rid of columns COLS   take out COLS
    upper COL
      update COL { str upcase }   uppercase COL column   uppercase column COL   upper column COL
      make all COL uppercase   make all COL upper case
    lower COL
      update COL { str downcase }   lowercase COL column   lowercase column COL   lower column COL
      make all COL lowercase   make all COL lower case
    join EXISTS on COL=NAME
      csvjoin -c COL,NAME OWN EXISTS   csvjoin -c COL,NAME EXISTS   left_join(EXISTS, by = c(COL = NAME))
      merge with EXISTS on COL = NAME   vlookup COL in EXISTS by NAME
    join EXISTS on COL
      csvjoin -c COL OWN EXISTS   csvjoin -c COL EXISTS   left_join(EXISTS, by = COL)   combine with EXISTS on COL
      combine with EXISTS by COL   add columns from EXISTS by COL   merge with EXISTS by COL
    export --format FORMAT -
      print to FORMAT   output to FORMAT   write to FORMAT   dump to FORMAT   output as FORMAT   output FORMAT
    export FILE
      print to FILE   output to FILE   export to file FILE   write to file FILE   print to file FILE
      dump to FILE   save a copy to FILE   save copy to FILE
    reload --discard
      revert to saved   revert to file   revert to disk   reload from disk   reload file   revert to original
    undo to 0
      start over   undo all changes   revert all   revert all changes   reset table   throw away changes
      throw changes away   forget changes
    """#
}
