extension ForeignLines {
  /// vim, the programs of a shell, csvkit, xsv, jq and VisiData.
  static let shells = #"""
    reload --discard
      :e!   :edit!   :e !
    quit!
      zq   :q!   :qa!   :quit!   :cq   quit without saving changes   force quit   exit without saving
    save
      :w!   :w   :up   :update   :write   :write!
    save; quit
      :wq!   :x!   :xa   :wqa!   :wqall   :xit   save & quit   save then quit   save and exit
    undo list
      :earlier REST   :later REST   :changes   :undolist
    help null
      delete rows with null   delete rows with nulls   remove rows with null   remove rows with nulls
      delete rows containing null   drop rows with nulls   delete rows with nil   delete rows with na
      keep rows with nulls   show rows with nulls   show rows with null   keep rows with null
    delete where ANYHAS
      :g/VALUE/d   g/VALUE/d   :global/VALUE/d   sed /VALUE/d   :%g/VALUE/d
      delete rows containing VALUE   delete rows with VALUE   delete lines with VALUE
      remove rows containing VALUE   remove rows with VALUE
    keep where ANYHAS
      :v/VALUE/d   v/VALUE/d   :g!/VALUE/d   keep rows containing VALUE   keep rows with VALUE
    show where not (HAS)
      grep -v VALUE COL   grep -vi VALUE COL   grep -v VALUE in COL   grep -i -v VALUE COL
      show where COL without VALUE   show rows without VALUE in COL
    show where not (ANYHAS)
      grep -v VALUE   grep -vi VALUE   show rows without VALUE
    count where ANYHAS
      grep -c VALUE   grep -ci VALUE   count rows with VALUE   count rows containing VALUE
    show where ANYHAS
      g/VALUE/p   :g/VALUE   :g/VALUE/p   awk /VALUE/   sed -n /VALUE/p   show rows with VALUE
      show rows containing VALUE   filter rows with VALUE   filter contains VALUE   where contains VALUE
    delete *
      :%d   ggdg   delete everything   clear table   clear all rows   empty table
    help delete
      :d   dw   d$   cc   clear
    sort by ACOL
      :%sort   :%!sort   :sort n   :sort i   :sort u   :sort!   !!sort
    find PHRASE
      /PHRASE/i   grep -r PHRASE   fgrep PHRASE   ack PHRASE
      locate PHRASE   find -i PHRASE   search-col PHRASE   csvgrep -m PHRASE   :vimgrep PHRASE
    find --regex PHRASE
      grep -e PHRASE   grep -p PHRASE   egrep PHRASE
    set
      :noh   :nohlsearch   :set   :syntax on   :options   preferences   config   configure
    info
      :n   :bn   :bp   :next   :prev   :b   :buffers   :files   :b N   tabs   sheets   ll   ls -l   ls -la
      dir   file   stat   du   pwd -P   whoami
    show where $COL == $VALUE
      grep COL VALUE   csvgrep -c COL -r VALUE   xsv search -s COL VALUE   qsv search -s COL VALUE
    sample N
      shuf -n N   xsv sample N   qsv sample N   random N   shuf N   sample rows N   random sample N
    help sample
      shuf   shuffle   random
    show HEAD
      head -N FILE   head -n N FILE   xsv slice -l N   qsv slice -l N   head(N)   csvlook --max-rows N
      limit to N   first N records   top N rows
    show TAIL
      tail -N FILE   tail -n N FILE   tail(N)   last N records   bottom N rows
    show HEADFIVE
      head()
    show TAILFIVE
      tail()
    show TAIL
      tail -f   tail -f FILE
    show COLS
      cut -d, -f COLS   cut -d , -f COLS   csvcut COLS   qsv select COLS   xsv select COLS   awk $COLS
      columns keep COLS   keep columns COLS   only COLS   keep only COLS   csvcut -c COLS FILE
    show NTH
      cut -d , -f N   cut -d, -f N   cut -f N FILE   cut -d, -f N FILE   csvcut -c N
      awk -F, {print $N} FILE
    column delete COLLIST
      csvcut -not-columns COLS   xsv select !COLS   drop columns COLS
      drop-col COLS   drop_columns COLS   remove columns COLS   del COLS
    query SELECT sum(COL) FROM TABLE
      awk {NAME+=COL} END {print NAME2}   awk -F, {NAME+=COL} END {print NAME2}   sum-col COL
      awk {NAME += COL} END {print NAME2} FILE   sum column COL   total column COL
    count
      awk END {print NR}   wc -l   grep -c .   xsv count FILE   nl   jq length   count rows   count *
      how many   how many rows   number of rows   rows count   csvstat --count   row count
    columns
      head -n1   csvcut -n FILE   xsv headers FILE   qsv headers   jq keys   column names
      list columns   fields   show columns   show header   headers
    describe
      xsv stats   qsv stats   profile   overview   summarise   summarize
      aggregate   info columns
    tally COL
      uniq -c COL   sort | uniq -c COL   xsv frequency -s COL   qsv frequency -s COL   distribution COL
      histogram COL   breakdown COL   group-count COL   csvstat --freq -c COL
    dedupe --dry-run BYDATA
      uniq -d   sort -u   sort | uniq   xsv dedup   qsv dedup
    export --format json-rows -
      jq .[]   jq -c .[]   jq -c .   jq -r .[]   jq .   jq   csvjson   tojson   xsv tojson
    export --format json -
      to json   as json
    export --format tsv -
      csvformat -t   xsv fmt -t   to tsv
    help export
      csvformat
    help join
      join
    help
      xsv   qsv   csvkit   csvcut   csvgrep   csvsort   vd
      tutorial   docs   doc   manual   readme   tldr
    help replace
      sed   gsub   sub   tr
    help upper
      tr a-z A-Z   tr [a-z] [A-Z]   tr [:lower:] [:upper:]   toupper   uppercase
    help lower
      tr A-Z a-z   tr [A-Z] [a-z]   tr [:upper:] [:lower:]   tolower   lowercase
    help show
      cut -f   column -t   project
    help sort
      csvsort   xsv sort   arrange   order
    save --as FILE
      :saveas FILE   :sav FILE   :file FILE
    save FILE
      :w FILE
    open FILE
      vi FILE   nano FILE   code FILE   open with FILE   excel FILE   file open FILE   start FILE
    open EXISTS
      use EXISTS   switch EXISTS   switch to EXISTS   goto EXISTS   sheet EXISTS   table EXISTS
    open EXISTS2; changes EXISTS
      diff EXISTS EXISTS2   compare EXISTS EXISTS2   compare EXISTS with EXISTS2
      compare EXISTS to EXISTS2   compare EXISTS and EXISTS2   changes EXISTS EXISTS2
      diff -u EXISTS EXISTS2   vimdiff EXISTS EXISTS2   cmp EXISTS EXISTS2
    changes FILE
      diff with FILE   diff to FILE   changes from FILE   changes to FILE   compare against FILE
      changes since FILE   what changed FILE   differences FILE   difference FILE   csvdiff FILE
      vimdiff FILE
    help changes
      comm   csvdiff
    help edit
      vim   vi   nano   emacs   e   edit file   notepad   code
    section by COL
      group rows by COL   facet COL   facet by COL   partition by COL   split by COL   break by COL
    help section
      key-col COL   !COL   set key COL   set_index COL   set index COL   primary key COL
    """#
}
