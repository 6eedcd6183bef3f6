extension ForeignLines {
  /// What people say of blanks, duplicates and files, and calls of pandas with options: they come before
  /// patterns that know less.
  static let plain = #"""
    delete where EXPR ← {remove|drop|erase|rm} {rows|lines|records|all rows} where EXPR
    fill down COL
      fill {blanks in |blank in |nulls in |empty in |}COL {with|from|by} {value above|previous value|last value|above value}
    edit where $COL == nil set COL=VALUE
      fill COL with VALUE {if|where|when} {blank|empty|null|missing|it is blank}
    count where $COL == nil ← count {blank|empty|null|missing|blanks} in COL
    dedupe by COLS ← {remove|delete|drop} duplicate {rows |}{by|in|on|for} COLS
    replace COL " " ""; replace COL "-" "" ← {remove|strip|delete} spaces and {dashes|hyphens} {from|in} COL
    replace COL "-" "" ← {remove|strip|delete} {dashes|hyphens} {from|in} COL   {remove|strip|delete} all {dashes|hyphens} {from|in} COL
    replace --regex COL '\s*\n\s*' " " ← {remove|strip|delete} {line breaks|newlines|linebreaks} {from|in} COL
    split COL by " " into NAME,NAME2
      split COL {by|on|at} {space|spaces|blank|whitespace} into NAME and NAME2
    split COL by "," into NAME,NAME2 ← split COL {by|on|at} {comma|commas} into NAME and NAME2
    rename COL VALUE ← {change|rename} {column|header|column name|name of} COL {to|into|as} VALUE
    edit @VALUE COL=VALUE2 ← {change|set} COL of VALUE to VALUE2
    column add NAME := $COL; title NAME
      column add NAME {:=|=} {proper|initcap|capitalize|title|str_to_title}(COL)
    column add NAME := $COL; replace NAME LIT LIT2 ← column add NAME {:=|=} {substitute|replace}(COL, LIT, LIT2)
    replace COL LIT LIT2 ← edit * COL {:=|=} substitute(SAME, LIT, LIT2)
    number COL ← edit * COL {:=|=} value(SAME)
    column add NAME := $COL and $COL:match("%d%d%d%d") ← column add NAME {:=|=} year(COL)
    scroll home ← scroll start
    count ← nrow{()|}   nrow(NAME)
    columns ← glimpse{()|}   glimpse(NAME)
    describe ← summary{()|}   summary(NAME)   nunique{()|}
    quit ← {exit|quit}()
    show * ← .mode {box|table}
    tally COL where EXPR ← {count|tally} {rows |}by COL where EXPR
    tally COL ← tally {by |}COL {desc|descending|sorted}
    delete TAIL ← delete last N
    delete HEAD ← delete first N
    query SELECT * FROM TABLE LIMIT N2 OFFSET N ← show offset N limit N2   show limit N2 offset N
    query REST ← explain {query plan|query} REST
    query select REST ← explain select REST
    sort by NTH desc ← sort {-t, |}-k N {-nr|-rn|-r} OWN   sort {-t, |}{-nr|-rn|-r} -k N OWN
    show where EXPR ← awk {-F, |}EXPR OWN
    export --format json-rows - ← mlr --icsv --ojson cat{ OWN|}   mlr --c2j cat{ OWN|}
    export --delimiter LIT FILE
      export {--sep|--delim|--separator}{=| }LIT FILE   NAME.to_csv(FILE, {sep|delimiter}=LIT)
      NAME.to_csv(FILE, {sep|delimiter}=LIT, REST)
    export --format json-rows FILE ← NAME.to_json(FILE, orient=records)   NAME.to_json(FILE, orient=records, REST)
    export FILE COLS ← {export|save|write} COLS {to|into|in|as} FILE
    export FILE where EXPR ← NAME[EXPR]{.to_csv|.to_json|.to_excel|.to_markdown}(FILE)
    show COLS HEAD ← NAME[COLS].head(N)
    tally COL ← NAME{[COL]|.COL}.value_counts().head(N)
    column delete COLS ← NAME.drop(columns=COLS)   NAME.drop(COLS)
    edit where $NUM ~= nil set NUM := $NUM + $LIT ← NAME{[NUM]|.NUM} += LIT
    edit where $NUM ~= nil set NUM := $NUM - $LIT ← NAME{[NUM]|.NUM} -= LIT
    edit where $NUM ~= nil set NUM := $NUM * $LIT ← NAME{[NUM]|.NUM} *= LIT
    edit where $NUM ~= nil set NUM := $NUM / $LIT ← NAME{[NUM]|.NUM} /= LIT
    """#
}
