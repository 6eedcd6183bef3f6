extension ForeignLines {
  /// What R and its packages call a command, typed without their parentheses or with them, and what other lines
  /// name by its verb alone.
  static let verbs = #"""
    rename COL NAME ← rename NAME {=|<-} COL
    pivot COL COL2 COUNTED count
      {table|xtabs|crosstab} COL{,|} COL2   {table|xtabs}(COL, COL2)   xtabs{ |(}~ COL + COL2{)|}
      {table|xtabs}(NAME$COL, NAME2$COL2)
    tally COL
      {table|xtabs|fct_count|n_distinct|unique} COL   {table|fct_count|n_distinct}({NAME$|}COL)   xtabs(~COL)
    group by COLS NAME COLS2
      group_by COLS{,| %>%|} {summarise |summarize |}NAME COLS2
      group_by COLS{,| %>%|} {summarise|summarize|} {NAME2 = |}NAME(COLS2)
    group by COLS count
      group_by COLS{,| %>%|} {summarise|summarize|} {NAME2 = |}n()   group_by COLS{,| %>%|} {count|tally}{()|}
    columns ← {glimpse|str|names|colnames|ncol|spec}{ OWN|}
    count ← {nrow|dim}{ OWN|}
    describe ← summary{ OWN|}
    describe COL ← summary COL
    top N by COL
      {slice_max|top_n|slice_max(} COL{,|} {n = |}N{)|}   {slice_max|top_n} {n = |}N{,|} COL
    top N by COL asc ← slice_min COL{,|} {n = |}N   slice_min {n = |}N{,|} COL
    show 0:N-1-N2-1 ← slice N:N2   slice(N:N2)   slice N {to |- |-}N2
    show 0:N-1 ← slice{ |(}N{)|}
    show HEAD ← slice_head {n = |}N
    show TAIL ← slice_tail {n = |}N
    sample N ← {sample|slice_sample|sample_n} {n = |n=|-n |--n |size = }N
    title COLS ← {str_to_title|to_title|toTitleCase}{ COLS|(COLS)}
    title COL
      {mutate |edit {* |}}COL {=|:=} {str_to_title|to_title|toTitleCase}(SAME)
    upper COLS ← str_to_upper{ COLS|(COLS)}
    upper COL ← {mutate |edit {* |}}COL {=|:=} {str_to_upper|toupper}(SAME)
    lower COLS ← str_to_lower COLS   str_to_lower(COLS)
    lower COL ← {mutate |edit {* |}}COL {=|:=} {str_to_lower|tolower}(SAME)
    show COLS ← {transmute|pull}{ COLS|(COLS)}
    trim COLS
      {str_trim|str_squish|trimws|strip}{ COLS|(COLS)}
    trim COL ← {mutate |edit {* |}}COL {=|:=} {str_trim|str_squish|trimws}(SAME)
    number COLS ← {as.numeric|as.integer|as.double|parse_number}{ COLS|(COLS)}
    number COL
      {mutate |edit {* |}}COL {=|:=} {as.numeric|as.integer|as.double|parse_number}(SAME)
    column type COL text ← as.character{ COL|(COL)}   {mutate |edit {* |}}COL {=|:=} as.character(SAME)
    date DATESKIP COL DATES YYYY-MM-DD
      {as.Date|as_date|ymd|dmy|mdy}{ COL|(COL)}   {mutate |edit {* |}}COL {=|:=} {as.Date|as_date|ymd|dmy|mdy}(SAME)
    replace ASREGEX COL VALUE VALUE2
      {gsub|sub|str_replace|str_replace_all} COL{,|} VALUE{,|} VALUE2
      {mutate |edit {* |}|}COL {=|:=} {gsub|sub}(VALUE, VALUE2, SAME)
      {mutate |edit {* |}|}COL {=|:=} {str_replace|str_replace_all}(SAME, VALUE, VALUE2)
    edit where $COL == nil set COL=VALUE
      replace_na COL{,|} VALUE   {mutate |edit {* |}}COL {=|:=} {replace_na|coalesce}(SAME, VALUE)
    delete where $COL == nil ← drop_na COL
    delete where ANYNULL ← drop_na   na.omit{ OWN|}
    count where $COL == nil ← is.na{ COL|(COL)}   sum(is.na(COL))
    join EXISTS on COL=NAME ← {left_join|join|merge} EXISTS {by |on |}COL {=|==} NAME
    join EXISTS on COL inner ← {inner_join|semi_join} EXISTS{,|} {by = |by |on |}COL
    join EXISTS on COL ← {left_join|join} EXISTS{,|} {by = |by |using |}COL
    join EXISTS on SHARED ← left_join EXISTS
    join EXISTS on SHARED inner ← inner_join EXISTS
    pivot COL COL2 NUM sum ← {pivot_wider|dcast|spread} COL{,|} COL2{,|} NUM
    unpivot COLS into name,value ← {pivot_longer|gather} COLS
    split --rest COL by LIT into NAME,NAME2
      separate COL {into |}NAME{,|} NAME2{,|} {sep = |by |}LIT   separate(COL, into = c(NAME, NAME2), sep = LIT)
    split REMAINDER COL by SEPARATOR into NAME,NAME2
      separate COL {into |}NAME{,|} NAME2   separate(COL, into = c(NAME, NAME2))
    column hide HIDDEN
      select -COLS   select -COL, -COL2   select !COLS   select -c(COLS)   columns hide COLS
    column move MOVED ← select COLS, everything()   select(COLS, everything())
    select where EXPR ← select {if|when} EXPR
    keep where EXPR ← keep {if|when} EXPR
    """#
}
