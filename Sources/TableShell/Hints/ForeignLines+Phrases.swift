extension ForeignLines {
  /// What people say in words of their own, and the verbs of other tools that a table behind this one would
  /// take for something else.
  static let phrases = [wholeTable, cells, columnsNamed, summaries].joined(separator: "\n")

  /// Files, steps, scripts, orders and help.
  private static let wholeTable = #"""
    export --format FORMAT FILE
      export FILE format FORMAT   export FILE format=FORMAT   export FILE in FORMAT   export FILE type FORMAT
      export to FORMAT file FILE   write FORMAT FILE
    export COPY
      write.FORMAT   write.FORMAT()
    export -
      dump   dump table   dump all   dump data   print table
    insert from EXISTS
      append EXISTS   append from EXISTS   append file EXISTS   append rows from EXISTS   append rows EXISTS
      add rows from EXISTS   union EXISTS   union all EXISTS   concat EXISTS   rbind EXISTS   stack EXISTS
      bind_rows EXISTS   bind_rows(EXISTS)   vstack EXISTS   csvstack EXISTS   insert EXISTS
      insert file EXISTS   import rows from EXISTS   load rows from EXISTS   add file EXISTS
    join EXISTS on COL=NAME
      join EXISTS on COL == NAME   left join EXISTS on COL == NAME   merge EXISTS on COL == NAME
      merge EXISTS on COL = NAME   join with EXISTS on COL = NAME   join EXISTS where COL = NAME
      join EXISTS where COL == NAME   join EXISTS using COL = NAME   lookup COL in EXISTS by NAME
    undo
      cancel   oops   go back   take back   take it back   undo last change   undo last step   undo last edit
      revert last   revert last change   step back   undo it
    undo N
      go back N   go back N steps   back N   step back N   undo last N   undo last N steps   undo last N changes
      cancel N   revert N
    changes
      what changed   what has changed   what did i change   show changes   list changes   unsaved
      unsaved changes   what is unsaved   show diff   show differences   compare with file
      compare to file   compare with disk   compare with original   compare with saved   compare to saved
      compare to original   diff with file   diff file   diff with original   changes with file
    history --script > FILE
      save script FILE   save script as FILE   save script to FILE   history save FILE   export script FILE
      save history FILE   save history to FILE   record script FILE   history --script FILE   script FILE
      write script FILE   save commands FILE   save commands to FILE   save steps FILE   save macro FILE
      export history FILE   history export FILE   history to FILE   history > FILE
    history --script  # > f.tsh keeps it
      script   macro   record script   record macro   start recording   save script   show script   save macro
      generate script   export script   script history   as script   show steps   list steps
    query SELECT * FROM TABLE ORDER BY random()
      shuffle   shuffle rows   shuffle table   shuffle all   shuffle data   randomize   randomise
      random order   randomize rows   sort random   sort by random   sort randomly   sort by random()
      order by random()   sort --random   NAME.sample(frac=1)   slice_sample(prop = 1)
    tablesh --version  # in a terminal, outside of this one
      version   ver   about   show version   --version   -v   what version
    duplicate 0:N  # by its place: section 0, rows counting from 0
      copy N   dup N   clone N
    query REST
      sql REST   run sql REST   run query REST   execute REST
    help
      help me   help!   help me!   what can i do   how do i start   where am i
    sort by NTH desc
      sort -k N -nr   sort -k N -rn   sort -k N -r   sort -n -r -k N   sort -nr -k N   sort -rn -k N
      sort -t, -k N -nr   sort -t, -k N -rn   sort -t, -k N -r   sort -t, -nr -k N   sort -r -k N
    sort by NTH
      sort -k N -n   sort -n -k N   sort -t, -k N -n   sort -t, -n -k N   sort by column N   sort column N
    show NTH
      cut -f N -d,   cut -d, -f N   cut -f N   cut -d, -f N FILE   show column N   print column N
    sort by COL desc
      arrange desc(COL)   arrange desc COL   arrange descending COL   sort desc(COL)   sort by desc(COL)
      sort_by desc(COL)   order by desc(COL)   orderby desc(COL)   sort by COL largest first
      sort by COL highest first   sort by COL biggest first   sort by COL newest first
      sort by COL in descending order   sort COL in descending order   sort by COL from high to low
      sort by COL high to low   sort by COL z to a   sort by COL largest to smallest
    sort by ORDER; show COLS
      show COLS sort by ORDER   show COLS order by ORDER   show COLS sorted by ORDER
      show COLS ordered by ORDER   select COLS order by ORDER   select COLS sort by ORDER
      list COLS sorted by ORDER   show columns COLS sort by ORDER   show COLS sort ORDER
    sort by ORDER
      show sorted by ORDER   show sort by ORDER   show order by ORDER   show ordered by ORDER
      show * sort by ORDER   show all sorted by ORDER   show all sort by ORDER   show * order by ORDER
      sorted by ORDER   ordered by ORDER   show rows sorted by ORDER   show everything sorted by ORDER
    top N by COL
      show top N COL   show top N in COL   show N largest COL   show N highest COL   show highest N COL
      show highest N by COL   show largest N by COL   show top N rows by COL   top N rows by COL
      N largest COL   N highest COL   highest N COL   highest N by COL   largest N by COL   best N COL
    top N by COL asc
      show bottom N COL   show bottom N by COL   show lowest N COL   show lowest N by COL
      show smallest N COL   show N lowest COL   show N smallest COL   lowest N COL   lowest N by COL
      N lowest COL   N smallest COL   smallest N by COL   bottom N rows by COL
    """#

  /// Cells that get another value.
  private static let cells = #"""
    edit where $COL == nil set COL=VALUE
      replace null with VALUE in COL   replace nulls with VALUE in COL   replace nil with VALUE in COL
      replace blank with VALUE in COL   replace blanks with VALUE in COL   replace empty with VALUE in COL
      replace missing with VALUE in COL   replace na with VALUE in COL   replace nan with VALUE in COL
      replace null in COL with VALUE   replace nulls in COL with VALUE   replace blanks in COL with VALUE
      replace empty cells in COL with VALUE   replace missing values in COL with VALUE
      replace COL null with VALUE   replace COL nulls with VALUE   fill nulls in COL with VALUE
      fill blanks in COL with VALUE   fill empty COL with VALUE   fill missing COL with VALUE
      fill empty cells in COL with VALUE   set empty COL to VALUE   set null COL to VALUE
    replace COL VALUE VALUE2
      replace COL VALUE=VALUE2   replace COL /VALUE/VALUE2/   replace COL VALUE/VALUE2
      replace in COL VALUE VALUE2   replace in COL VALUE by VALUE2   replace in COL VALUE to VALUE2
      replace VALUE -> VALUE2 in COL   replace VALUE => VALUE2 in COL   replace COL VALUE -> VALUE2
      replace COL VALUE => VALUE2   replace COL: VALUE -> VALUE2   replace COL: VALUE with VALUE2
      recode COL VALUE=VALUE2   recode COL VALUE VALUE2   recode COL VALUE to VALUE2
      rename VALUE to VALUE2 in COL   turn VALUE into VALUE2 in COL   map COL VALUE VALUE2
      substitute VALUE with VALUE2 in COL   substitute VALUE for VALUE2 in COL   replace VALUE=VALUE2 in COL
      find VALUE in COL and replace with VALUE2   find VALUE and replace with VALUE2 in COL
    replace * VALUE VALUE2
      replace all VALUE with VALUE2   replace all VALUE by VALUE2   replace every VALUE with VALUE2
      replace VALUE with VALUE2 everywhere   replace VALUE by VALUE2 everywhere   replace VALUE VALUE2 everywhere
      replace everywhere VALUE with VALUE2   replace everywhere VALUE VALUE2   replace all VALUE VALUE2
    edit where EXPR set COL=VALUE
      change COL to VALUE where EXPR   change COL = VALUE where EXPR   change COL VALUE where EXPR
      set COL VALUE where EXPR   set COL as VALUE where EXPR   set where EXPR COL=VALUE
      set where EXPR COL = VALUE   set where EXPR COL to VALUE   make COL VALUE where EXPR
      update set COL = VALUE where EXPR   update COL to VALUE where EXPR   edit COL to VALUE where EXPR
      edit COL VALUE where EXPR   edit where EXPR set COL to VALUE   edit where EXPR change COL to VALUE
      edit where EXPR, set COL to VALUE   edit where EXPR COL to VALUE   if EXPR set COL = VALUE
      if EXPR then COL = VALUE   if EXPR then set COL = VALUE   if EXPR then set COL to VALUE
      if EXPR set COL to VALUE   where EXPR set COL = VALUE   where EXPR set COL to VALUE
      when EXPR set COL to VALUE   set COL to VALUE if EXPR   set COL = VALUE if EXPR
      change COL to VALUE if EXPR   set COL to VALUE when EXPR
    edit where $COL == $VALUE set COL=VALUE2
      edit where COL == VALUE to VALUE2   edit where COL = VALUE to VALUE2   change COL from VALUE to VALUE2
      edit COL from VALUE to VALUE2   set COL from VALUE to VALUE2   update COL from VALUE to VALUE2
      change where COL == VALUE to VALUE2   change where COL = VALUE to VALUE2
      edit where COL == VALUE set to VALUE2   edit where COL = VALUE set to VALUE2
    edit * COL := CEXPR
      mutate COL = CEXPR   calc COL = CEXPR   calculate COL = CEXPR   compute COL = CEXPR   formula COL = CEXPR
    column add NAME := CEXPR
      mutate NAME = CEXPR   calc NAME = CEXPR   calculate NAME = CEXPR   compute NAME = CEXPR
      derive NAME = CEXPR   define NAME = CEXPR   create NAME = CEXPR   create column NAME = CEXPR
      new column NAME = CEXPR   insert column NAME = CEXPR   generate NAME = CEXPR   gen NAME = CEXPR
      assign NAME = CEXPR   formula NAME = CEXPR   column add NAME: CEXPR   add column NAME: CEXPR
      add column NAME CEXPR   add column NAME as CEXPR   column NAME: CEXPR   column add NAME as CEXPR
      new NAME = CEXPR   with NAME = CEXPR   extend NAME = CEXPR
    lower COLS
      lower case COLS   convert COLS to lower   convert COLS to lowercase   convert COLS to lower case
      make COLS lowercase   make COLS lower   make COLS lower case   change COLS to lowercase
      change COLS to lower case   change case COLS lower   change case of COLS to lower   COLS to lowercase
      COLS lowercase   set COLS to lowercase
    upper COLS
      upper case COLS   convert COLS to upper   convert COLS to uppercase   convert COLS to upper case
      make COLS uppercase   make COLS upper   make COLS upper case   change COLS to uppercase
      change COLS to upper case   change case COLS upper   change case of COLS to upper   COLS to uppercase
      COLS uppercase   set COLS to uppercase
    title COLS
      convert COLS to title   convert COLS to title case   convert COLS to titlecase   convert COLS to proper case
      make COLS title case   make COLS titlecase   make COLS title   make COLS proper case   make COLS proper
      change COLS to title case   change COLS to proper case   change case COLS title   COLS to title case
      make COLS capitalized   capitalize first letter of COLS
    trim COLS
      trim COLS   trim column COLS   trim columns COLS   trim whitespace in COLS   trim spaces in COLS
      trim spaces from COLS   trim whitespace from COLS   trim whitespace COLS   trim spaces COLS
      strip whitespace from COLS   strip spaces from COLS   strip whitespace COLS   trim blanks in COLS
    trim *
      trim whitespace   trim spaces   trim blanks   trim white space   trim all spaces   trim all cells
      trim cells   trim text   strip whitespace   strip spaces   remove extra spaces   trim all whitespace
      trim table   trim rows   trim values
    """#

  /// Columns that are kept, moved, combined, or written otherwise.
  private static let columnsNamed = #"""
    columns
      show cols   show colnames   show column   list cols   cols   colnames   list fields   show types
    column keep COLS
      keep COLS   keep columns COLS   keep column COLS   keep only COLS   keep only columns COLS   keep just COLS
      columns keep COLS   keep only the columns COLS   column keep only COLS   retain COLS
    show COLS
      show COLS   select columns COLS   select column COLS   select fields COLS   choose columns COLS   show only COLS
      show only columns COLS   show just COLS   select only COLS
    column move COL 0
      move column COL to front   move COL to the front   move column COL to the front   move COL to start
      move COL to the start   move column COL to start   move COL to beginning   move COL to the beginning
      move COL to the left   put COL first   make COL first   make COL the first column   bring COL to front
      move column COL to first   move column COL to the start   move COL to first   put column COL first
    column move COL LASTINDEX
      move COL to the end   move column COL to the end   move column COL to end   move column COL last
      move COL to the right   move COL to back   move COL to the back   put COL last   make COL last
      move column COL to last   move COL to last   put COL at the end   put column COL last   move COL end
    column move COL after COL2
      move COL after COL2   move column COL after COL2   put COL after COL2   put column COL after COL2
      move COL behind COL2   move COL to after COL2   move COL right of COL2   move COL next to COL2
      column move COL behind COL2   column move COL to after COL2   relocate COL after COL2
      relocate(COL, .after = COL2)
    column move COL before COL2
      move COL before COL2   move column COL before COL2   put COL before COL2   put column COL before COL2
      move COL in front of COL2   move COL to before COL2   move COL left of COL2   relocate COL before COL2
      column move COL to before COL2   column move COL in front of COL2   relocate(COL, .before = COL2)
    combine COL,COL2 into NAME
      combine COL and COL2 into NAME   combine COL with COL2 into NAME   merge COL and COL2 into NAME
      merge COL with COL2 into NAME   concat COL and COL2 into NAME   join COL and COL2 into NAME
      concatenate COL and COL2 into NAME   combine COL + COL2 into NAME   combine COL & COL2 into NAME
      combine COL and COL2 as NAME   merge COL and COL2 as NAME   merge columns COL and COL2 into NAME
      combine columns COL and COL2 into NAME   combine COL, COL2 to NAME   unite COL and COL2 into NAME
    combine COLS into NAME
      combine COLS into NAME   combine columns COLS into NAME   merge columns COLS into NAME   combine COLS in NAME
      concatenate COLS into NAME   unite COLS into NAME   unite(NAME, COLS)   unite NAME COLS   join columns COLS into NAME
    edit where $COL ~= nil set COL := tonumber(string.format("%.2f", $COL))
      number format COL   format COL as currency   format COL to two decimals   round COL to two decimals
      format COL with 2 decimals   round COL to cents
    edit where $COL ~= nil set COL := tonumber(string.format("%.Nf", $COL))
      format COL N   format number COL N   number format COL N   format COL to N decimals
      format COL N decimals   format COL with N decimals   round COL to N decimals   round COL N decimals
      round COL N digits   round COL to N decimal places   set COL to N decimals   decimals COL N
    date DATESKIP COL DATES YYYY-MM-DD
      format date COL   format dates COL   format dates in COL   parse date COL   parse dates COL
      parse dates in COL   parse COL as date   parse COL   date parse COL   convert date COL
      convert dates COL   convert dates in COL   normalize date COL   normalise dates COL   standardize COL
      standardize dates COL   standardize dates in COL   standardise dates COL   format COL as date
      date format COL   fix date COL   fix dates in COL   make COL date   make COL a date   clean dates COL
    date DATESKIP COL DATES VALUE
      format date COL VALUE   format date COL as VALUE   format date COL to VALUE   format dates COL VALUE
      format dates in COL as VALUE   convert date COL to VALUE   convert dates in COL to VALUE
      convert COL to VALUE   date COL format VALUE   change date format of COL to VALUE
      change date format COL to VALUE   date format COL VALUE   format COL date VALUE
    show where ISODATES$COL and $COL:match("^N")
      show where year(COL) = N   show where year(COL) == N   show year(COL) = N   filter year(COL) = N
      filter year(COL) == N   show where COL in N   filter(year(COL) == N)
    date DATESKIP COL DATES YYYY-MM-DD; show where $COL and $COL:match("^N")
      show where year(COL) = N   show where year(COL) == N   show year(COL) = N   filter year(COL) = N
      filter year(COL) == N   filter(year(COL) == N)
    count where ISODATES$COL and $COL:match("^N")
      count where year(COL) = N   count where year(COL) == N
    date DATESKIP COL DATES YYYY-MM-DD; count where $COL and $COL:match("^N")
      count where year(COL) = N   count where year(COL) == N
    """#

  /// Groups, sums, means and pivots.
  private static let summaries = #"""
    query SELECT COLS, count(*) FROM TABLE GROUP BY COLS HAVING count(*) REST
      group by COLS having count(*) REST   group by COLS having count REST   group by COLS having n REST
      group by COLS count having count REST   group by COLS count having count(*) REST
    group by COLS sum COLS2
      group by COLS total COLS2   group by COLS sum of COLS2   sum of COLS2 by COLS   sum of COLS2 per COLS
      sum COLS2 per COLS   sum COLS2 for each COLS   sum COLS2 grouped by COLS   total COLS2 by COLS
      total of COLS2 by COLS   total COLS2 per COLS   total COLS2 for each COLS   sum of COLS2 for each COLS
    group by COLS mean COLS2
      average of COLS2 by COLS   average of COLS2 per COLS   average COLS2 per COLS   avg of COLS2 by COLS
      avg COLS2 per COLS   mean of COLS2 by COLS   mean of COLS2 per COLS   mean COLS2 per COLS
      average COLS2 for each COLS   average COLS2 grouped by COLS   group by COLS average of COLS2
      average of COLS2 for each COLS
    group by COLS median COLS2
      median of COLS2 by COLS   median COLS2 by COLS   median COLS2 per COLS   median of COLS2 per COLS
    group by COLS max COLS2
      max of COLS2 by COLS   max COLS2 per COLS   highest COLS2 by COLS   highest COLS2 per COLS
      maximum COLS2 by COLS   maximum of COLS2 by COLS   largest COLS2 by COLS   largest COLS2 per COLS
    group by COLS min COLS2
      min of COLS2 by COLS   min COLS2 per COLS   lowest COLS2 by COLS   lowest COLS2 per COLS
      minimum COLS2 by COLS   minimum of COLS2 by COLS   smallest COLS2 by COLS
    group by COLS
      group_by COLS
    group by COLS count
      count rows by COLS   count rows per COLS   number of rows by COLS   rows per COLS
      number of rows per COLS   how many rows per COLS   how many per COLS   count for each COLS
    query SELECT sum(COL) FROM TABLE
      summarise sum(COL)   summarize sum(COL)   summarise(sum(COL))   summarise NAME = sum(COL)
      summarize NAME = sum(COL)   summarise(NAME = sum(COL))   aggregate sum(COL)   agg sum(COL)
    describe COL
      summarise mean(COL)   summarize mean(COL)   summarise avg(COL)   summarize avg(COL)
      summarise median(COL)   summarize median(COL)   summarise max(COL)   summarise min(COL)
      summarise(mean(COL))   summarise NAME = mean(COL)   aggregate mean(COL)   average of COL   mean of COL
      median of COL   max of COL   min of COL   maximum of COL   minimum of COL
    pivot COL COL2 COL3 sum
      pivot table COL COL2 COL3   pivot table COL by COL2 COL3   pivot_table COL COL2 COL3
      pivot table COL COL2 sum COL3   pivot table COL COL2 COL3 sum   crosstab COL COL2 COL3
      pivot table rows COL columns COL2 values COL3
    pivot COL COL2 COUNTED count
      pivot table COL COL2   pivot table COL by COL2   pivot table COL and COL2   pivottable COL COL2
    """#
}
