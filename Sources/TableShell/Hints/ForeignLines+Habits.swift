extension ForeignLines {
  /// Lines that say more than those that others begin with: of each group, by two columns, two at once.
  static let pairs = #"""
    sort by COL desc
      sort {by |}COL {ascending|asc}={false|no|f|0}   sort {by |}COL {descending|desc|reverse}={true|yes|t|1}
      sort {by |}COL, {ascending|asc}=false   sort {by |}COL, {descending|desc|reverse}=true
      sort {values|rows} by COL {desc|descending}
    sort by COL desc ← show COL {desc|descending}
    sort by COL ← show COL {asc|ascending}
    number COLS
      number COLS {$|€|£|USD|EUR|GBP|%}   number {"$"|"€"|"£"|USD|EUR|GBP|"%"} COLS
    tally COL ← tally COL {sort|order} {by |}{count|n}{ desc|}   tally COL desc
    redo N ← redo N {times|steps}
    combine COLS into NAME with VALUE ← combine COLS {with|by} VALUE {into|as} NAME
    number --decimal . COLS ← number COLS {decimal|decimals|--decimal} {= |}{.|point|dot}
    number --decimal , COLS ← number COLS {decimal|decimals|--decimal} {= |}{,|comma}
    split COL by " " into REST ← split COL {on |at |}{space|spaces|blank|blanks|whitespace} into REST
    split COL by "," into REST ← split COL {on |at |}{comma|commas} into REST
    sort by COL
      sort {by |}COL{,|} {ascending|asc}=true   sort {by |}COL{,|} {descending|desc|reverse}=false
      sort {values|rows} by COL   sort {by |}COL a-z
    edit where EXPR set COL := CEXPR ← edit where EXPR COL = CEXPR
    replace COL VALUE "" ← replace COL /VALUE/   replace COL s/VALUE//{g|}
    rename COL NAME; rename COL2 NAME2 ← rename COL NAME COL2 NAME2
    group by COL,COL2 count ← count-distinct -f COL,COL2
    query SELECT COL, count(*) AS n FROM TABLE GROUP BY COL HAVING n > N
      {tally|group by|count by|freq} COL {count |}{having |where |}{count |n |}> N
    split --rest COL by LIT into first,rest ← {=split|split}(COL{,|;} LIT)
    export --format json-rows - | jq . ← :w !jq
    export --format json-rows - | jq REST
      :w !jq REST   export {FORMAT |FORMAT - |- |}| jq REST
    export - | REST ← :w !REST
    edit N:N2 COL=VALUE ← set N:N2 COL = VALUE
    edit @N COL=VALUE ← set @N COL = VALUE
    export FILE ← export OWN to FILE
    replace COL VALUE "" ← replace VALUE in COL with {nothing|blank}   replace COL VALUE with {nothing|blank}
    replace HCOL VALUE "" ← {find and |}replace VALUE {with |by }{nothing|blank|empty}
    undo N ← undo -N
    sample N ← select random N{ rows|}   random N{ rows|}
    count where EG ← count {where|if}
    show where EG ← {show|select|find|edit|delete|keep} where
    insert 0:end  # one row; type it again for each
      {insert|add|append} N {empty |blank |new |more |}rows
    quit  # leaves all tables; close alone leaves this one
      close {all|tables|everything}   :qa   :qall   exit all
    duplicate N:N2; edit N:N2+1 COL=VALUE COL2=VALUE2
      duplicate N:N2 {with |set |}COL = VALUE{,|} COL2 = VALUE2
    duplicate N:N2; edit N:N2+1 COL=PHRASES ← duplicate N:N2 {with |set |}COL = PHRASES
    duplicate N:N2; edit N:N2+1 COL=VALUE ← duplicate N:N2 {with |set |}COL = VALUE
    changes ← :difforig   :diff
    fill up COL ← fill COL {method=|}{bfill|backfill}   fill COL method=up
    sample --seed N2 N ← sample N {seed|random_state} {= |}N2   sample N, {seed|random_state}=N2
    sample N ← sample(N)
    top N by COL asc ← top N {by |}COL ascending
    show where EXPR ← query EXPR
    show HEAD ← select top N
    tally COL ← {NAME.|}COL.{unique|value_counts}()
    title COL ← NAME.COL = NAME.SAME.str.{title|capitalize}()
    upper COL ← NAME.COL = NAME.SAME.str.upper()
    lower COL ← NAME.COL = NAME.SAME.str.lower()
    trim COL ← NAME.COL = NAME.SAME.str.strip()
    group by COLS sum COLS2 ← groupby COLS sum {of |}COLS2
    group by COLS mean COLS2 ← groupby COLS {mean|avg|average} {of |}COLS2
    join EXISTS on COL=NAME ← {join|merge} EXISTS {by|on|using} COL = NAME
    source NAME.tsh
      {@|. |load |include |call |perform |do }NAME.tsh
    history --script > NAME.tsh ← {save|export|write} {script |}NAME.tsh
    KEYED ← {set |}{primary |}key COL   set {id|index} COL
    help keys ← {set |}{primary |}key COLS   set {id|index} COLS
    sort by COL, COL2 desc ← NAME.sort_values({by=|}[COL, COL2], ascending=[true, false])
    sort by COL desc, COL2 ← NAME.sort_values({by=|}[COL, COL2], ascending=[false, true])
    sort by COL desc, COL2 desc ← NAME.sort_values({by=|}[COL, COL2], ascending=false)
    sort by ORDER ← {sort by|sort|order by} ORDER nulls last
    sort by COL desc ← sort {-tr|-cr} COL   {=rank|rank}(COL)   rank COL
    sort by COLS ← sort {-t|-c} COLS
    delete 0:N  # rows count from 0
      NAME.drop({N|index=N})   NAME.drop(N, axis=0)   NAME.drop({index=|}[N])
    rename COL NAME; rename COL2 NAME2
      rename COL,COL2 {to |}NAME,NAME2   rename COL NAME, COL2 NAME2   rename COL to NAME, COL2 to NAME2
      rename {-f |-r |}COL,NAME,COL2,NAME2   rename COL=NAME{,|} COL2=NAME2
      rename COL as NAME, COL2 as NAME2   rename(NAME = COL, NAME2 = COL2)
      NAME3.rename(columns={COL: NAME, COL2: NAME2})
    columns ← NAME.columns{.tolist|.to_list}()   list(NAME{.columns|})   NAME.columns.values   NAME.keys()
    export --format markdown - ← NAME.to_markdown()
    export --format json-rows - ← NAME.to_dict({REST|})   NAME.to_json({orient=LIT|})
    export - ← NAME.to_csv()
    show * ← NAME.to_string()
    top N by COL in each COL2
      top -n N -f COL -g COL2{ -a|}   top N {by |}COL {per|for each|by} COL2
      NAME.groupby(COL2){.COL|[COL]}.nlargest(N)
    top N by COL asc in each COL2 ← NAME.groupby(COL2){.COL|[COL]}.nsmallest(N)
    help top ← head -n N -g COLS   NAME.groupby(COLS).head(N)
    group by COLS count ← uniq -g COLS -c   uniq -c -g COLS   NAME.value_counts([COLS])
    tally COL ← NAME.value_counts(COL)
    tally COL where EXPR ← {count|tally} by COL where EXPR   group by COL count where EXPR
    help column ← step -a {shift|delta|shift_lag|counter|rsum} -f COL
    help date ← {sec2gmtdate|sec2gmt|gmt2sec} COLS   strptime COL
    edit --null COL2 where $COL == $VALUE2 ← edit COL {==|=} VALUE2{,| set| then|} COL2 {=|to} {null|nil|none}
    edit where $COL == $VALUE2 set COL2=VALUE ← edit COL {==|=} VALUE2{,| set| then|} COL2 {=|to} VALUE
    edit where $COL == $VALUE2 set REST ← edit COL {==|=} VALUE2{,| set| then} REST
    edit * COL=LIT ← column add COL {= |}LIT
    edit where $COL ~= $VALUE2 set COL2=VALUE ← edit COL {~=|!=} VALUE2 COL2=VALUE
    edit where $COL > $LIT set COL2=VALUE ← edit COL > LIT {set |}COL2=VALUE
    edit where $COL >= $LIT set COL2=VALUE ← edit COL >= LIT {set |}COL2=VALUE
    edit where $COL < $LIT set COL2=VALUE ← edit COL < LIT {set |}COL2=VALUE
    edit where $COL <= $LIT set COL2=VALUE ← edit COL <= LIT {set |}COL2=VALUE
    show COLS where $COL > $LIT ← show COL > LIT COLS
    show COLS where $COL < $LIT ← show COL < LIT COLS
    show COLS where $COL == $VALUE ← show COL == VALUE COLS
    replace COL VALUE VALUE2 ← edit COL VALUE {to |-> |}VALUE2
    replace HCOL VALUE VALUE2 ← find VALUE replace {by |}VALUE2   find VALUE {and |}replace with VALUE2
    replace HCOLS VALUE VALUE2 ← s/VALUE/VALUE2   :s/VALUE/VALUE2   %s/VALUE/VALUE2   :%s/VALUE/VALUE2
    insert 0:end PAIRS ← insert {into NAME |}values (REST)
    insert 0:N+1  # rows count from 0
      insert {row |}after N   insert row below N   add row after N
    column add NAME at AFTER
      {insert|add} column NAME after COL   column {add|insert} NAME after COL   insert NAME after COL
    dedupe by COLS ← delete duplicates {by |in |}COLS   {delete|remove} duplicate COLS
    count where $COL == nil ← =countblank(COL)   =countif(COL, "")
    query SELECT avg(COL2) FROM TABLE WHERE SQLONE
      =averageif(COL{, VALUE,|; VALUE;} COL2)   =averageifs(COL2{,|;} COL{,|;} VALUE)
    query SELECT avg(COL3) FROM TABLE WHERE SQLBOTH ← =averageifs(COL3{,|;} COL{,|;} VALUE{,|;} COL2{,|;} VALUE2)
    join EXISTS on SHARED ← {=vlookup|vlookup|=xlookup}(COL, EXISTS, REST)
    show COLS where EXPR ← =filter(COLS{,|;} EXPR)
    combine COL,COL2 into both ← =COL&COL2
    trim COL; title COL ← =proper(trim(COL))   =trim(proper(COL))
    trim COL; upper COL ← =upper(trim(COL))   =trim(upper(COL))
    trim COL; lower COL ← =lower(trim(COL))   =trim(lower(COL))
    show where EXPR ← =filter(EXPR)
    sort by NTHOF desc ← =sort(COLS{,|;} N{,|;} {false|-1})
    sort by NTHOF ← =sort(COLS{,|;} N{,|;} {true|1})   =sort(COLS{,|;} N)   =sort(COLS)
    edit where $COL == nil set COL=LIT ← {=iferror|=ifna|=coalesce}(COL{,|;} LIT)
    DATETEXT ← =text(COL{,|;} VALUE)
    date DATESKIP COL DATES YYYY-MM-DD ← {=datevalue|=to_date|=date}(COL)
    edit where $COL ~= nil set COL := tonumber(string.format("%.2f", $COL)) ← =text(COL{,|;} {"0.00"|"#.00"|"#,##0.00"})
    edit where $COL ~= nil set COL := tonumber(string.format("%.0f", $COL)) ← =text(COL{,|;} {"0"|"#"|"#,##0"})
    column add Year := ISODATES$COL and $COL:match("^%d+") ← =year(COL)
    date DATESKIP COL DATES YYYY-MM-DD; column add Year := $COL and $COL:match("^%d+") ← =year(COL)
    column add Month := ISODATES$COL and $COL:match("^%d+-(%d+)") ← =month(COL)
    date DATESKIP COL DATES YYYY-MM-DD; column add Month := $COL and $COL:match("^%d+-(%d+)") ← =month(COL)
    replace --regex COL PATTERN LIT2 ← {=|}regexreplace(COL{,|;} LIT{,|;} LIT2)
    query SELECT group_concat(COL, SQLVALUE) FROM TABLE
      =join(VALUE{,|;} COL)   =textjoin(VALUE{,|;} REST{,|;} COL)
    column add Today := os.date("%Y-%m-%d") ← =today()
    count where BOTH ← {=countifs|countifs}(COL{,|;} VALUE{,|;} COL2{,|;} VALUE2)
    upper COL ← NAME{.COL|[COL]}{.map|.apply}(str.upper)
    lower COL ← NAME{.COL|[COL]}{.map|.apply}(str.lower)
    edit where $COL ~= nil set COL := math.floor($COL + 0.5) ← NAME{.COL|[COL]}.round()
    query SELECT * FROM TABLE LIMIT N OFFSET N2 ← limit N offset N2
    """#
}
