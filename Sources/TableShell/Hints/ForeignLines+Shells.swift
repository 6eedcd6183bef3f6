extension ForeignLines {
  /// vim, the programs of a shell, csvkit, xsv, jq and VisiData.
  static let shells = #"""
    reload --discard ← :e !   :edit!
    quit! ← zq   :q!   :qa!   :quit!   :cq   quit without saving changes   force quit   exit without saving
    save ← :w!   :w   :up   :update   :write   :write!
    save; quit ← :wq!   :x!   :xa   :wqa!   :wqall   :xit   save {&|then} quit   save and exit
    undo list ← {:earlier|:later} REST   :changes   :undolist
    help null
      delete rows with {null|nulls|nil|na}   remove rows with {null|nulls}   delete rows containing null
      {drop|keep|show} rows with nulls   {show|keep} rows with null
    delete where ANYHAS
      :g/VALUE/d   g/VALUE/d   :global/VALUE/d   sed /VALUE/d   :%g/VALUE/d
      {delete|remove} rows containing VALUE   delete {rows|lines} with VALUE   remove rows with VALUE
    keep where ANYHAS ← :v/VALUE/d   v/VALUE/d   :g!/VALUE/d   keep rows {containing|with} VALUE
    show where not (HAS)
      grep -v VALUE {in |}COL   grep {-vi|-i -v} VALUE COL   show where COL without VALUE
      show rows without VALUE in COL
    show where not (ANYHAS) ← grep {-v|-vi} VALUE   show rows without VALUE
    count where ANYHAS ← grep {-c|-ci} VALUE   count rows {with|containing} VALUE
    show where ANYHAS
      g/VALUE/p   :g/VALUE   :g/VALUE/p   awk /VALUE/   sed -n /VALUE/p   show rows {with|containing} VALUE
      filter rows with VALUE   {filter|where} contains VALUE
    delete * ← :%d   ggdg   delete everything   {clear|empty} table   clear all rows
    help delete ← :d   dw   d$   cc   clear
    sort by ACOL ← :%sort   :%!sort   :sort {n|i}   !!sort
    find PHRASE ← /PHRASE/i   {grep -r|fgrep|ack|locate|search-col|:vimgrep|csvgrep -m} PHRASE
    find --regex PHRASE ← grep {-e|-p} PHRASE   egrep PHRASE
    set ← :noh   :nohlsearch   :set   :syntax on   :options   preferences   config   configure
    info
      :n   :bn   :bp   :next   :prev   :b   :buffers   :files   :b N   tabs   sheets   ll   ls -l   ls -la
      dir   file   stat   du   pwd -P   whoami
    show where $COL == $VALUE ← grep COL VALUE   csvgrep -c COL -r VALUE   {xsv|qsv} search -s COL VALUE
    sample N ← shuf {-n |}N   {xsv|qsv|random} sample N   random N
    help sample ← shuf   shuffle   random
    show HEAD
      head {-N|-n N} FILE   {xsv|qsv} slice -l N   head(N)   csvlook --max-rows N   limit to N
      first N records   top N rows
    show TAIL ← tail {-N|-n N} FILE   tail(N)   last N records   bottom N rows
    show HEADFIVE ← head()
    show TAILFIVE ← tail()
    show TAIL ← tail -f{ FILE|}
    show COLS
      cut -d , -f COLS   {csvcut|only|columns keep} COLS   {qsv|xsv} select COLS   awk $COLS
      keep {columns|only} COLS   csvcut -c COLS FILE
    show NTH ← cut -f N FILE   csvcut -c N   awk -F, {print $N} FILE
    column delete COLLIST
      {csvcut -not-columns|drop-col|drop_columns|del} COLS   xsv select !COLS   {drop|remove} columns COLS
    query SELECT sum(COL) FROM TABLE
      awk {-F, |}{NAME+=COL} END {print NAME2}   sum-col COL   awk {NAME += COL} END {print NAME2} FILE
      {sum|total} column COL
    count
      awk END {print NR}   wc -l   grep -c .   xsv count FILE   nl   jq length   count {rows|*}
      how many{ rows|}   number of rows   {rows|row} count   csvstat --count
    columns
      head -n1   csvcut -n FILE   xsv headers FILE   {qsv |}headers   jq keys   column names   list columns
      fields   show header
    describe ← {xsv|qsv} stats   profile   overview   summarise   aggregate   info columns
    tally COL
      {uniq|csvstat --freq} -c COL   sort | uniq -c COL   {xsv|qsv} frequency -s COL   distribution COL
      histogram COL   breakdown COL   group-count COL
    dedupe --dry-run BYDATA ← uniq -d   sort -u   sort | uniq   {xsv|qsv} dedup
    export --format json-rows - ← jq {-c |-r |}.[]   jq -c .   jq .   jq   csvjson   {xsv |}tojson
    export --format json - ← {to|as} json
    export --format tsv - ← csvformat -t   xsv fmt -t   to tsv
    help export ← csvformat
    help join ← join
    help
      xsv   qsv   csvkit   csvcut   csvgrep   csvsort   vd   tutorial   docs   doc   manual   readme   tldr
    help replace ← sed   gsub   sub   tr
    help upper ← tr a-z A-Z   tr [a-z] [A-Z]   tr [:lower:] [:upper:]   toupper   uppercase
    help lower ← tr A-Z a-z   tr [A-Z] [a-z]   tr [:upper:] [:lower:]   tolower   lowercase
    help show ← cut -f   column -t   project
    help sort ← csvsort   xsv sort   arrange   order
    save --as FILE ← {:saveas|:sav|:file} FILE
    export - | REST ← :w !REST
    save FILE ← :w FILE
    open FILE ← {vi|nano|code|excel|start|open with} FILE   file open FILE
    open EXISTS ← {use|goto|sheet|table} EXISTS   switch {to |}EXISTS
    open EXISTS2; changes EXISTS
      {diff -u|diff|changes|vimdiff|cmp} EXISTS EXISTS2   compare EXISTS {with |to |and |}EXISTS2
    changes FILE
      diff {with|to} FILE   changes {from|to|since} FILE
      {compare against|differences|difference|csvdiff|vimdiff|what changed} FILE
    help changes ← comm   csvdiff
    help edit ← vim   vi   nano   emacs   e   edit file   notepad   code
    section by COL ← {group rows|partition|split|break} by COL   facet {by |}COL
    help section ← key-col COL   !COL   set {key|index} COL   set_index COL   primary key COL
    """#
}
