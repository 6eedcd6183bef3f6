extension ForeignLines {
  /// Editors, spreadsheets, VisiData, Miller, git and the programs of a shell.
  static let programs = #"""
    save; quit ← :wq   :x   :wqa   wq
    save FILE ← {:saveas|save-sheet} FILE
    save ← :wa   w   write   {git |}commit{ REST|}   git push{ REST|}   push   store
    quit! ← q!
    close ← :bd   :close   quit-sheet   close file
    open FILE ← {:e|:edit|:tabe|vim|emacs|less|more|cat|load} FILE   {read|import|open-file} FILE
    insert from FILE ← :r FILE
    find PHRASE
      {awk |}/PHRASE/   /PHRASE   ?PHRASE   :/PHRASE   grep {-i |-n |}PHRASE   {rg|ag|find text} PHRASE
      search {for |}PHRASE
    help find ← n   /   grep   search
    undo ← u   :u   :undo   :earlier   ctrl-z
    redo ← ctrl-r   :red   :redo   ctrl-y
    scroll home ← gg   go home   scroll top   goto top
    scroll down ← next   page   page down   pagedown   pgdn   next page   more rows   down
    scroll up ← prev   previous{ page|}   page up   pageup   pgup   prev page
    scroll 0:-1 ← g   go end   scroll {end|bottom}   goto end
    pwd ← cwd   getcwd()   os.getcwd()
    cd FILE ← {chdir|pushd} FILE
    help delete ← dd   d   x   del   delete row   remove   rm   drop   erase
    help insert ← i   o   a
    help duplicate ← yank   p   copy row   dup
    sort by ACOL ← :sort   sort   sort az
    sort by ACOL desc ← sort {-r|za}   :sort!
    set ← :set REST   options   settings
    open EXISTS2; source FILE ← {run|source} FILE {< |}EXISTS2   tablesh run FILE EXISTS2
    source FILE ← {tablesh |}run FILE   {:so|:source|bash|sh|exec} FILE
    count where $COL == $VALUE ← countif(COL{,|;} VALUE)   =countif(COL, VALUE)
    query SELECT sum(COL2) FROM TABLE WHERE SQLONE
      {sumif|=sumif|sumifs|=sumifs}(COL{, VALUE,|; VALUE;} COL2)   {sumifs|=sumifs}(COL2{,|;} COL{,|;} VALUE)
    query SELECT sum(COL3) FROM TABLE WHERE SQLBOTH
      {sumifs|=sumifs}(COL3{,|;} COL{,|;} VALUE{,|;} COL2{,|;} VALUE2)
    describe COL ← {= |}{average|mean|avg}(COL)   {=max|=min|=median|=counta|max|min|median}(COL)
    count ← len   =counta()   =rows()   wc   wc -l FILE   xsv count   nrows   length   size   rowcount
    help join ← vlookup{ REST|}   {xlookup|lookup} REST   {=vlookup|=xlookup}(REST)
    help pivot ← pivot table   reshape long-to-wide{ REST|}   pivottable   crosstab REST
    help date ← {to_datetime|to_date|todate|parse_dates} REST
    help split ← {capture-col|split-col} REST
    help combine ← {concatenate|paste} REST
    help unpivot ← melt   {melt|reshape} REST
    column hide COLS ← hide {column |}COLS   hide-col COLS
    help show ← hide {column |}COLS   hide-col COLS   hide   freeze panes
    edit where $COL ~= nil set COL := math.floor($COL + 0.5) ← round COL   round(COL)   int COL
    tally ACOL ← freq   frequency   f   histogram   value_counts   uniq -c
    sort by COL ← sort-asc COL
    sort by COL desc ← sort-desc COL
    select * ← select-rows   select all rows   ctrl-a
    deselect * ← unselect-rows   select none   unselect all   deselect all
    deselect REST ← unselect REST
    rename COL NAME ← {rename-col|:rename} COL NAME
    describe
      outliers   quantile   quantiles   describe-sheet   describe {all|*}   stats   summary   csvstat{ FILE|}
    columns ← columns-sheet   schema   header   types   dtypes   xsv headers   csvcut -n
    reload ← reload-sheet   refresh   git pull{ REST|}   {git |}fetch   pull   f5
    sample N ← sample -k N
    show *
      cat   less   more   rows   records   ls rows   csvlook{ FILE|}   nl   view   print   list   display
      less -S   dir
    info ← ls   ls REST   tables   files   buffers   :ls
    show COLS ← csvcut -c COLS   jq .COLS   jq .[].COLS   awk {-F, |}{print COLS}   {print COLS}
    show where EXPR ← awk {-F, |}EXPR   awk EXPR {print}   mlr filter EXPR   xsv search -s COL VALUE
    count ← END{print NR}
    sort by COL desc ← csvsort -r -c COL   xsv sort -R -s COL
    sort by COLS ← csvsort -c COLS   xsv sort -s COLS
    show where $COL == $VALUE ← csvgrep -c COL -m VALUE   grep COL = VALUE
    changes FILE ← {git |}diff FILE   compare {with |to |}FILE   cmp FILE
    changes ← diff   git diff   {git |}status   git show   git add REST   dirty
    undo list ← git log   git {log|blame} REST   git reflog   log   undolist
    undo to 0 ← {git |}checkout REST   git reset{ --hard| REST|}   git restore REST   git stash
    apply FILE ← git apply FILE   patch {-p1 |}FILE
    export FILE ← {tee|write_csv} FILE
    describe COL ← info COL
    help NAME ← {man|info|help me} NAME   NAME {--help|-h|?}
    help ← man   usage   commands   h
    """#

  /// pandas, dplyr and base R.
  static let frames = #"""
    show HEADFIVE ← NAME.head()
    show TAILFIVE ← NAME.tail()
    show HEAD
      NAME.head({N|n=N})   NAME{.iloc|}[:N]   NAME[0:N]   head(NAME)   head(NAME, {n = |}N)
      slice_head(n = N)
    show TAIL ← NAME.tail(N)   tail(NAME{, N|})
    describe ← NAME{.describe|.nunique}()   {summary|skim}(NAME)   NAME{.isnull|.isna}().sum()
    columns ← NAME.info()   NAME.dtypes   NAME.columns   {str|names|colnames|spec}(NAME)   glimpse({NAME|})
    info ← NAME.shape   dim(NAME)
    count ← {len|nrow}(NAME)   NAME.count()   n()
    sort by COL desc
      NAME.sort_values({COL|by=COL|by=[COL]}, ascending=False)   sort_values(COL, ascending=False)
      {NAME %>% |}arrange(desc(COL))   arrange(-COL)   arrange(NAME, desc(COL))   NAME |> arrange(desc(COL))
    sort by COLS
      NAME.sort_values(COLS{, inplace=True|})   NAME.sort_values(by=COLS)   {sort_values|order}(COLS)
      {NAME %>% |}arrange(COLS)   arrange(NAME, COLS)   NAME |> arrange(COLS)
    top N by COL ← {NAME.nlargest|top_n}(N, COL)   {NAME %>% |}slice_max(COL, n = N)
    top N by COL asc ← NAME.nsmallest(N, COL)   slice_min(COL, n = N)
    show where EXPR
      NAME{.loc|}[EXPR]   NAME[EXPR, ]   NAME{.query|.filter| %>% filter}(EXPR)   {filter|subset}(NAME, EXPR)
      NAME |> filter(EXPR)   query(EXPR)
    show COLS
      NAME[COLS]   NAME[[COLS]]   NAME.COLS   NAME$COLS   NAME{.select|.filter}(COLS)   NAME.loc[:, COLS]
      select(NAME, COLS)   NAME %>% {select|pull}(COLS)   NAME |> select(COLS)   pull(COLS)
    column delete COL
      {NAME %>% |}select(-COL)   NAME.drop({columns=COL|COL, axis=1})   NAME.drop(columns=[COL])
      del NAME[COL]   NAME.pop(COL)   NAME$COL <- NULL
    edit * COL := CEXPR ← {NAME %>% |}mutate(COL = CEXPR)   NAME{[COL]|.COL} = CEXPR   NAME$COL <- CEXPR
    column add NAME := CEXPR ← {mutate|transform}(NAME = CEXPR)
    column add NAME2 := CEXPR
      mutate(NAME, NAME2 = CEXPR)   NAME %>% mutate(NAME2 = CEXPR)   NAME |> mutate(NAME2 = CEXPR)
      NAME.assign(NAME2=CEXPR)   NAME{[NAME2]|.NAME2} = CEXPR   NAME$NAME2 <- CEXPR
    delete where $COL == nil ← NAME.dropna({subset=[COL]|subset=COL})   drop_na(COL)   dropna COL
    delete where ANYNULL ← NAME.dropna()   {NAME %>% |}drop_na()   na.omit(NAME)   dropna
    edit where $COL == nil set COL=LIT
      NAME.COL.fillna(LIT)   NAME[COL]{ = NAME2[COL2]|}.fillna(LIT)   {replace_na|fillna}(COL, LIT)
    fill down COL ← NAME{.COL|[COL]}.ffill()   fill(COL)
    tally COL
      NAME{.COL|[COL]}{.value_counts|.unique}()   {table|unique}(NAME$COL)   {NAME %>% |}count(COL)
      {count|distinct}(NAME, COL)   distinct(COL)
    count where $COL == nil ← NAME{.COL.isna|[COL].isnull}().sum()   sum(is.na(NAME$COL))
    describe COL
      NAME.COL{.mean|.max|.min|.median|.describe}()   NAME[COL]{.mean|.describe}()
      quantile({NAME$COL|COL}, REST)   percentile(COL, REST)   outliers(COL)
      {mean|median|max|summary}(NAME$COL)
    query SELECT sum(COL) FROM TABLE ← NAME{.COL|[COL]}.sum()   sum(NAME$COL)
    group by COL sum COL2
      NAME.groupby(COL){.COL2.sum|[COL2].sum}()   group_by(COL) %>% summarise(NAME = sum(COL2))
      NAME %>% group_by(COL) %>% summarise(NAME2 = sum(COL2))   aggregate(COL2 ~ COL, NAME, sum)
    group by COLS sum COL2 ← NAME.groupby(COLS).agg({COL2: sum})   NAME.groupby(COLS)[COL2].agg(sum)
    group by COLS mean COL2 ← NAME.groupby(COLS).agg({COL2: mean})   NAME.groupby(COLS)[COL2].agg(mean)
    group by COL mean COL2
      NAME.groupby(COL){.COL2.mean|[COL2].mean}()   group_by(COL) %>% summarise(NAME = mean(COL2))
      NAME %>% group_by(COL) %>% summarise(NAME2 = mean(COL2))
    group by COLS
      NAME.groupby(COLS){.size()|.count()|}   group_by(COLS)   group_by(NAME, COLS)
      group_by(COLS) %>% summarise(NAME = n())   NAME %>% group_by(COLS) %>% summarise(NAME2 = n())
      NAME |> group_by(COLS) |> summarise(NAME2 = n())   NAME |> group_by(COLS)
    dedupe by COLS ← NAME.drop_duplicates({COLS|subset=COLS})
    dedupe BYDATA ← NAME.drop_duplicates()
    dedupe --dry-run BYDATA ← unique(NAME)   distinct({NAME|})   NAME %>% distinct()
    rename COL NAME2
      NAME.rename(columns={COL: NAME2}{, inplace=true|})   rename(NAME, NAME2 = COL)
      NAME %>% rename(NAME2 = COL)
    rename COL NAME ← rename(NAME = COL)
    help null ← NAME = NAME2.fillna(REST)
    export FILE
      NAME.to_parquet(FILE, REST)   NAME{.to_feather|.to_json|.to_excel|.to_markdown}(FILE)
      {write_parquet|write_csv|write.NAME2}(NAME, FILE)   to_parquet FILE   NAME.to_csv(FILE{, index=False|})
    open FILE
      {NAME = |}pd.read_csv(FILE)   {NAME <- |}read_csv(FILE)   read.NAME(FILE)
      pd{.read_json|.read_excel}(FILE)   NAME <- read.NAME2(FILE)   fread(FILE)
    sample N ← NAME.sample({N|n=N})   sample_n(N)   slice_sample(n = N)
    show 0:N ← NAME{.iloc|.loc}[N]   iloc[N]   loc[N]
    show COL 0:N ← NAME{.loc|.at}[N, COL]
    edit 0:N COL=LIT ← NAME{.loc|.at}[N, COL] = LIT
    edit where EXPR set COL=LIT ← NAME.loc[EXPR, COL] = LIT
    join EXISTS on COL
      NAME.merge(EXISTS, on=COL)   pd.merge(NAME, EXISTS, on=COL)   left_join(NAME, EXISTS, by = COL)
      NAME %>% left_join(EXISTS, by = COL)   left_join(EXISTS, by = COL)
    join NAME2 on COL
      NAME.merge(NAME2, on=COL)   pd.merge(NAME, NAME2, on=COL)   left_join(NAME, NAME2, by = COL)
      NAME %>% left_join(NAME2, by = COL)
    join NAME on COL ← left_join(NAME, by = COL)
    upper COL ← NAME{.COL|[COL]}.str.upper()   toupper(NAME$COL)
    lower COL ← NAME{.COL|[COL]}.str.lower()   tolower(NAME$COL)
    trim COL ← NAME{.COL|[COL]}.str.strip()
    replace --whole COL LIT LIT2 ← NAME{.COL|[COL]}.replace(LIT, LIT2)
    replace COL LIT LIT2
      NAME{.COL|[COL]}.str.replace(LIT, LIT2)   gsub(LIT, LIT2, NAME$COL)   str_replace(COL, LIT, LIT2)
    help pivot ← {pivot_wider|spread}(REST)   NAME.T
    help unpivot ← {pivot_longer|gather}(REST)
    show * ← {print|view|display}(NAME)   df
    help ← import REST   {library|require}(REST)
    """#

  /// Commands without what they work on, each with an example from the table.
  static let examples = #"""
    show where EG ← filter   where
    show ACOL ← cut   project
    help edit ← update   change   modify
    help query ← select from   sql
    show HEAD ← limit
    help ← awk   mlr   mlr REST
    help show ← awk REST
    help replace ← {sed|tr|perl|sd} REST
    help find ← {grep|rg} REST
    help export ← jq REST
    help lists ← cut REST
    help sort ← sort -REST
    help delete ← rm REST
    help group ← datamash REST
    """#

  /// A line without a command: a column, a place, a condition, an assignment.
  static let lone = #"""
    show where $COL == $COL2 ← COL = COL2
    show COLS ← COLS
    open EXISTS ← EXISTS
    show N:N2 ← N:N2
    edit N:N2 COL=VALUE ← N:N2 COL = VALUE
    edit @N COL=VALUE ← @N COL = VALUE
    edit * COL := CEXPR ← COL {=|:=} CEXPR
    column add NAME := CEXPR ← NAME {=|:=|<-} CEXPR
    show where EXPR ← EXPR
    """#
}
