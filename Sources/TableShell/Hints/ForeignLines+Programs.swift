extension ForeignLines {
  /// Editors, spreadsheets, VisiData, Miller, git and the programs of a shell.
  static let programs = #"""
    save; quit
      :wq   :x   :wqa   wq   zz
    save FILE
      :w FILE   :saveas FILE   save-sheet FILE
    save
      :w   :w!   :wa   w   write   git commit   git commit REST   git push   git push REST   commit
      commit REST   push   store
    quit!
      :q!   :qa!   q!   zq
    close
      :bd   :close   quit-sheet   close file
    open FILE
      :e FILE   :edit FILE   :tabe FILE   vi FILE   vim FILE   nano FILE   emacs FILE   less FILE
      more FILE   cat FILE   load FILE   read FILE   import FILE   file open FILE   open-file FILE
    insert from FILE
      :r FILE
    find PHRASE
      /PHRASE/   /PHRASE   ?PHRASE   :/PHRASE   grep -i PHRASE   grep -n PHRASE   grep PHRASE
      rg PHRASE   ag PHRASE   search PHRASE   search for PHRASE   locate PHRASE   find text PHRASE
      awk /PHRASE/
    help find
      n   /   grep   search
    undo
      u   :u   :undo   :earlier   ctrl-z
    redo
      ctrl-r   :red   :redo   ctrl-y
    scroll home
      gg   go home   scroll top   goto top
    scroll down
      next   page   page down   pagedown   pgdn   next page   more rows   down
    scroll up
      prev   previous   page up   pageup   pgup   previous page   prev page
    scroll 0:-1
      g   go end   scroll end   scroll bottom   goto end
    help delete
      dd   d   :d   x   del   delete row   remove   rm   drop   erase
    help insert
      i   o   a
    help duplicate
      yy   yank   p   copy row   dup
    sort by ACOL
      :sort   sort   sort az
    sort by ACOL desc
      sort -r   sort za   :sort!
    set
      :set   :set REST   options   settings   preferences
    open EXISTS2; source FILE
      run FILE < EXISTS2   source FILE < EXISTS2   run FILE EXISTS2   source FILE EXISTS2
      tablesh run FILE EXISTS2
    source FILE
      tablesh run FILE   :so FILE   :source FILE   bash FILE   sh FILE   run FILE   exec FILE
    count where $COL == $VALUE
      countif(COL, VALUE)   countif(COL; VALUE)   =countif(COL, VALUE)   =countif(COL; VALUE)
    query SELECT sum(COL2) FROM TABLE WHERE COL = SQLVALUE
      sumif(COL, VALUE, COL2)   =sumif(COL, VALUE, COL2)   =sumif(COL; VALUE; COL2)
    query SELECT sum(COL) FROM TABLE
      =sum(COL)   = sum(COL)
    describe COL
      =average(COL)   = average(COL)   = avg(COL)   = mean(COL)   =max(COL)   =min(COL)
      =median(COL)   =counta(COL)   average(COL)   max(COL)   min(COL)   mean(COL)   avg(COL)
      median(COL)
    count
      len   =counta()   =rows()   wc   wc -l   wc -l FILE   xsv count   nrows   length   size   rowcount
    help join
      vlookup   vlookup REST   xlookup REST   lookup REST   =vlookup(REST)   =xlookup(REST)
    help pivot
      pivot table   reshape long-to-wide   reshape long-to-wide REST   pivottable   crosstab   crosstab REST
      transpose
    help date
      to_datetime REST   to_date REST   todate REST   parse_dates REST
    help split
      text to columns   nest REST   capture-col REST   split-col REST
    help combine
      concatenate   concatenate REST   paste REST
    help unpivot
      melt   melt REST   reshape REST
    column hide COLS
      hide COLS   hide column COLS   hide-col COLS
    help show
      hide COLS   hide column COLS   hide-col COLS   hide   freeze panes
    edit where $COL ~= nil set COL := math.floor($COL + 0.5)
      round COL   round(COL)   int COL
    tally ACOL
      freq   frequency   f   histogram   value_counts   uniq -c
    sort by COL
      sort-asc COL
    sort by COL desc
      sort-desc COL
    select *
      select-rows   select all rows   ctrl-a
    deselect *
      unselect-rows   select none   unselect all   deselect all
    deselect REST
      unselect REST
    rename COL NAME
      rename-col COL NAME   :rename COL NAME
    describe
      outliers   quantile   quantiles
    describe
      describe-sheet   describe all   describe *   stats   summary   csvstat   csvstat FILE
      xsv stats
    columns
      columns-sheet   schema   fields   headers   header   types   dtypes   xsv headers   csvcut -n
    reload
      reload-sheet   refresh   git pull   git pull REST   git fetch   pull   fetch   f5
    sample N
      sample -k N   shuf -n N
    show *
      cat   less   more   rows   records   ls rows   csvlook   csvlook FILE   nl   view   print
      list   display   less -S   dir
    info
      ls   ls REST   tables   files   buffers   :ls   :buffers
    show COLS
      csvcut -c COLS   xsv select COLS   jq .COLS   jq .[].COLS   awk {print COLS}
      awk -F, {print COLS}   {print COLS}
    show where EXPR
      awk EXPR   awk -F, EXPR   awk EXPR {print}   mlr filter EXPR   xsv search -s COL VALUE
    count
      awk END{print NR}   END{print NR}
    sort by COL desc
      csvsort -r -c COL   xsv sort -R -s COL
    sort by COLS
      csvsort -c COLS   xsv sort -s COLS
    tally COL
      xsv frequency -s COL
    show where $COL == $VALUE
      csvgrep -c COL -m VALUE   grep COL = VALUE
    changes FILE
      diff FILE   compare FILE   compare with FILE   compare to FILE   git diff FILE   cmp FILE
    changes
      diff   git diff   git status   status   git show   git add REST   dirty
    undo list
      git log   git log REST   git reflog   log   undolist   :undolist   git blame REST
    undo to 0
      git checkout REST   git reset --hard   git reset   git reset REST   git restore REST
      git stash   checkout REST
    apply FILE
      git apply FILE   patch FILE   patch -p1 FILE
    export FILE
      tee FILE   write_csv FILE
    help NAME
      man NAME   info NAME   help me NAME   NAME --help   NAME -h   NAME ?
    help
      man   usage   commands   h
    """#

  /// pandas, dplyr and base R.
  static let frames = #"""
    show HEADFIVE
      NAME.head()
    show TAILFIVE
      NAME.tail()
    show HEAD
      NAME.head(N)   NAME.head(n=N)   NAME[:N]   NAME[0:N]   NAME.iloc[:N]
      head(NAME)   head(NAME, N)   head(NAME, n = N)   slice_head(n = N)
    show TAIL
      NAME.tail(N)   tail(NAME)   tail(NAME, N)
    describe
      NAME.describe()   summary(NAME)   NAME.isnull().sum()   NAME.isna().sum()   NAME.nunique()
      skim(NAME)
    columns
      NAME.info()   NAME.dtypes   NAME.columns   str(NAME)   glimpse(NAME)   glimpse()   names(NAME)
      colnames(NAME)   spec(NAME)
    info
      NAME.shape   dim(NAME)
    count
      len(NAME)   nrow(NAME)   NAME.count()   n()
    sort by COL desc
      NAME.sort_values(COL, ascending=False)   NAME.sort_values(by=COL, ascending=False)
      NAME.sort_values(by=[COL], ascending=False)   sort_values(COL, ascending=False)
      arrange(desc(COL))   arrange(-COL)   arrange(NAME, desc(COL))   NAME %>% arrange(desc(COL))
      NAME |> arrange(desc(COL))
    sort by COLS
      NAME.sort_values(COLS)   NAME.sort_values(by=COLS)   NAME.sort_values(COLS, inplace=True)
      sort_values(COLS)   arrange(COLS)   arrange(NAME, COLS)   NAME %>% arrange(COLS)
      NAME |> arrange(COLS)   order(COLS)
    top N by COL
      NAME.nlargest(N, COL)   slice_max(COL, n = N)   NAME %>% slice_max(COL, n = N)   top_n(N, COL)
    top N by COL asc
      NAME.nsmallest(N, COL)   slice_min(COL, n = N)
    show where EXPR
      NAME[EXPR]   NAME[EXPR, ]   NAME.loc[EXPR]   NAME.query(EXPR)   NAME.filter(EXPR)
      filter(NAME, EXPR)   NAME %>% filter(EXPR)   NAME |> filter(EXPR)   subset(NAME, EXPR)
      query(EXPR)
    show COLS
      NAME[COLS]   NAME[[COLS]]   NAME.COLS   NAME$COLS   NAME.select(COLS)   NAME.filter(COLS)
      NAME.loc[:, COLS]   select(NAME, COLS)   NAME %>% select(COLS)   NAME |> select(COLS)
      pull(COLS)   NAME %>% pull(COLS)
    column delete COL
      select(-COL)   NAME.drop(columns=COL)   NAME.drop(columns=[COL])   NAME.drop(COL, axis=1)
      NAME %>% select(-COL)   del NAME[COL]   NAME.pop(COL)   NAME$COL <- NULL
    edit * COL := CEXPR
      mutate(COL = CEXPR)   NAME %>% mutate(COL = CEXPR)   NAME[COL] = CEXPR   NAME.COL = CEXPR
      NAME$COL <- CEXPR
    column add NAME := CEXPR
      mutate(NAME = CEXPR)   transform(NAME = CEXPR)
    column add NAME2 := CEXPR
      mutate(NAME, NAME2 = CEXPR)   NAME %>% mutate(NAME2 = CEXPR)   NAME |> mutate(NAME2 = CEXPR)
      NAME.assign(NAME2=CEXPR)   NAME[NAME2] = CEXPR   NAME.NAME2 = CEXPR   NAME$NAME2 <- CEXPR
    delete where $COL == nil
      NAME.dropna(subset=[COL])   NAME.dropna(subset=COL)   drop_na(COL)   dropna COL
    delete where ANYNULL
      NAME.dropna()   drop_na()   NAME %>% drop_na()   na.omit(NAME)   dropna
    edit where $COL == nil set COL=LIT
      NAME.COL.fillna(LIT)   NAME[COL].fillna(LIT)   NAME[COL] = NAME2[COL2].fillna(LIT)
      replace_na(COL, LIT)   fillna(COL, LIT)
    fill down COL
      NAME.COL.ffill()   NAME[COL].ffill()   fill(COL)
    tally COL
      NAME.COL.value_counts()   NAME[COL].value_counts()   NAME.COL.unique()   NAME[COL].unique()
      table(NAME$COL)   unique(NAME$COL)   count(COL)   count(NAME, COL)   NAME %>% count(COL)
      distinct(COL)   distinct(NAME, COL)
    count where $COL == nil
      NAME.COL.isna().sum()   NAME[COL].isnull().sum()   sum(is.na(NAME$COL))
    describe COL
      NAME.COL.mean()   NAME[COL].mean()   NAME.COL.max()   NAME.COL.min()   NAME.COL.median()
      quantile(NAME$COL, REST)   quantile(COL, REST)   percentile(COL, REST)   outliers(COL)
      NAME.COL.describe()   NAME[COL].describe()   mean(NAME$COL)   median(NAME$COL)   max(NAME$COL)
      summary(NAME$COL)
    query SELECT sum(COL) FROM TABLE
      NAME.COL.sum()   NAME[COL].sum()   sum(NAME$COL)
    group by COL sum COL2
      NAME.groupby(COL).COL2.sum()   NAME.groupby(COL)[COL2].sum()
      group_by(COL) %>% summarise(NAME = sum(COL2))
      NAME %>% group_by(COL) %>% summarise(NAME2 = sum(COL2))   aggregate(COL2 ~ COL, NAME, sum)
    group by COLS sum COL2
      NAME.groupby(COLS).agg({COL2: sum})   NAME.groupby(COLS)[COL2].agg(sum)
    group by COLS mean COL2
      NAME.groupby(COLS).agg({COL2: mean})   NAME.groupby(COLS)[COL2].agg(mean)
    group by COL mean COL2
      NAME.groupby(COL).COL2.mean()   NAME.groupby(COL)[COL2].mean()
      group_by(COL) %>% summarise(NAME = mean(COL2))
      NAME %>% group_by(COL) %>% summarise(NAME2 = mean(COL2))
    group by COLS
      NAME.groupby(COLS).size()   NAME.groupby(COLS).count()   NAME.groupby(COLS)   group_by(COLS)
      group_by(NAME, COLS)   group_by(COLS) %>% summarise(NAME = n())
      NAME %>% group_by(COLS) %>% summarise(NAME2 = n())
      NAME |> group_by(COLS) |> summarise(NAME2 = n())   NAME |> group_by(COLS)
    dedupe by COLS
      NAME.drop_duplicates(COLS)   NAME.drop_duplicates(subset=COLS)
    dedupe BYDATA
      NAME.drop_duplicates()
    dedupe --dry-run BYDATA
      unique(NAME)   distinct()   distinct(NAME)   NAME %>% distinct()
    rename COL NAME2
      NAME.rename(columns={COL: NAME2})   NAME.rename(columns={COL: NAME2}, inplace=true)
       rename(NAME, NAME2 = COL)   NAME %>% rename(NAME2 = COL)
    rename COL NAME
      rename(NAME = COL)
    help null
      NAME = NAME2.fillna(REST)
    export FILE
      NAME.to_parquet(FILE, REST)   NAME.to_feather(FILE)   write_parquet(NAME, FILE)   to_parquet FILE
      NAME.to_csv(FILE)   NAME.to_csv(FILE, index=False)   NAME.to_json(FILE)   NAME.to_excel(FILE)
      NAME.to_markdown(FILE)   write_csv(NAME, FILE)   write.NAME2(NAME, FILE)
    open FILE
      pd.read_csv(FILE)   read_csv(FILE)   read.NAME(FILE)   pd.read_json(FILE)   pd.read_excel(FILE)
      NAME = pd.read_csv(FILE)   NAME <- read_csv(FILE)   NAME <- read.NAME2(FILE)   fread(FILE)
    sample N
      NAME.sample(N)   NAME.sample(n=N)   sample_n(N)   slice_sample(n = N)
    show 0:N
      NAME.iloc[N]   iloc[N]   NAME.loc[N]   loc[N]
    show COL 0:N
      NAME.loc[N, COL]   NAME.at[N, COL]
    edit 0:N COL=LIT
      NAME.loc[N, COL] = LIT   NAME.at[N, COL] = LIT
    edit where EXPR set COL=LIT
      NAME.loc[EXPR, COL] = LIT
    join NAME2 on COL
      NAME.merge(NAME2, on=COL)   pd.merge(NAME, NAME2, on=COL)   left_join(NAME, NAME2, by = COL)
      NAME %>% left_join(NAME2, by = COL)
    join NAME on COL
      left_join(NAME, by = COL)
    upper COL
      NAME.COL.str.upper()   NAME[COL].str.upper()   toupper(NAME$COL)
    lower COL
      NAME.COL.str.lower()   NAME[COL].str.lower()   tolower(NAME$COL)
    trim COL
      NAME.COL.str.strip()   NAME[COL].str.strip()
    replace --whole COL LIT LIT2
      NAME.COL.replace(LIT, LIT2)   NAME[COL].replace(LIT, LIT2)
    replace COL LIT LIT2
      NAME.COL.str.replace(LIT, LIT2)   NAME[COL].str.replace(LIT, LIT2)   gsub(LIT, LIT2, NAME$COL)
      str_replace(COL, LIT, LIT2)
    help pivot
      NAME.pivot_table(REST)   NAME.pivot(REST)   pivot_wider(REST)   spread(REST)   NAME.T
    help unpivot
      NAME.melt(REST)   pd.melt(REST)   pivot_longer(REST)   gather(REST)
    show *
      print(NAME)   view(NAME)   display(NAME)   df
    help
      import REST   library(REST)   require(REST)
    """#

  /// Commands without what they work on, each with an example from the table.
  static let examples = #"""
    show where EG
      filter   where
    show ACOL
      cut   project
    help edit
      update   change   modify
    help query
      select from   sql
    show HEAD
      limit
    help
      awk   mlr   mlr REST
    help show
      awk REST
    help replace
      sed REST   tr REST   perl REST   sd REST
    help find
      grep REST   rg REST
    help export
      jq REST   csvsql REST
    help lists
      cut REST
    help sort
      sort -REST
    help delete
      rm REST
    help group
      datamash REST   stats1 REST
    """#

  /// A line without a command: a column, a place, a condition, an assignment.
  static let lone = #"""
    show where $COL == $COL2
      COL = COL2
    show COLS
      COLS
    open EXISTS
      EXISTS
    show N:N2
      N:N2
    edit N:N2 COL=VALUE
      N:N2 COL=VALUE   N:N2 COL = VALUE
    edit @N COL=VALUE
      @N COL=VALUE   @N COL = VALUE
    edit * COL := CEXPR
      COL = CEXPR   COL := CEXPR
    column add NAME := CEXPR
      NAME = CEXPR   NAME := CEXPR   NAME <- CEXPR
    show where EXPR
      EXPR
    """#
}
