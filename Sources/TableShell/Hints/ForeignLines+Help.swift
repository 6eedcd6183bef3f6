extension ForeignLines {
  /// Words of other programs, as they stand behind `help`.
  static let help = ForeignPattern.table(helpWords)

  private static let helpWords = #"""
    show where EG ← awk   mlr   filter   where-clause   subset   slice   loc   iloc   having   autofilter   grepl
    keep where EG ← filter   retain   subset
    show where OUTLYING ← outliers   outlier   iqr
    describe NCOL ← outliers   quantile   percentile   average   stdev   summary   histogram
    dedupe --dry-run BYDATA
      duplicates   duplicated   distinct   unique   uniq   drop_duplicates   deduplicate   doubles   dups
    tally GCOL ← unique   distinct   uniq   value_counts   value-counts   frequency   freq   histogram
    trim * ← strip   whitespace   clean   blanks
    column delete GCOL ← drop   remove
    delete where EG ← drop   remove
    show HEAD ← head   limit   first
    show TAIL ← tail   last
    join JOINED ← merge   vlookup   xlookup   hlookup   lookup   index-match   left_join   inner_join
    e.g. join cities.csv on GCOL
      merge   vlookup   xlookup   hlookup   lookup   index-match   left_join   inner_join
    combine GCOL,GCOL2 into both with " " ← merge   concat   concatenate   paste0   unite   textjoin
    e.g. insert from more.csv ← append   union   rbind   bind_rows
    scroll down ← freeze   panes   zoom
    section by GCOL ← freeze   subtotals   outline
    group by GCOL sum NCOL ← groupby   group_by   aggregate   sumif   sumifs   summarize   summarise   subtotal
    count where EG ← countif   countifs
    pivot GCOL GCOL2 NCOL sum ← crosstab   pivottable   pivot_table   transpose   pivot_wider
    help pivot ← crosstab   pivottable   pivot_table   transpose   pivot_wider
    unpivot NCOL into name,value ← melt   stack   gather   pivot_longer
    help unpivot ← melt   stack   gather   pivot_longer
    fill down NULLCOLS ← ffill   filldown   autofill   fillna   fill-down
    delete where ANYNULL ← dropna   drop_na
    show where ANYNULL ← isnull   isna   nan   blanks
    help null ← fillna   dropna   drop_na   isnull   isna   nan   blanks
    sort by GCOL ← order   arrange   sort_values   orderby   rank
    column add twice := NCOL and NCOL * 2 ← mutate   assign   formula   calculate   compute   eval
    sample 10 ← random   shuffle   shuf
    replace GCOL EGTEXT new ← substitute   gsub   sed   recode
    find EGTEXT ← grep   search   ctrl-f   like   contains
    upper GCOL ← uppercase   toupper
    lower GCOL ← lowercase   tolower
    title GCOL ← proper   capitalize   titlecase
    AMOUNTS ← currency   to_numeric   numeric   parse_number
    help number ← currency   to_numeric   numeric   parse_number
    DATELINE ← to_datetime   strftime   strptime   datetime
    help date ← to_datetime   strftime   strptime   datetime
    e.g. split --rest GCOL by " " into first,rest ← separate   text-to-columns   explode
    e.g. export copy.csv ← to_csv   xlsx
    e.g. export copy.json ← to_json
    help export ← to_csv   to_json   xlsx   pdf
    query SELECT sum(NCOL) FROM TABLE ← sum   sumproduct
    describe NCOL ← sum   mean   stdev   variance
    edit where $NCOL ~= nil set NCOL := tonumber(string.format("%.2f", $NCOL)) ← round   decimals
    tally GCOL ← chart   graph   plot   barchart
    history --script ← macro
    e.g. open --key GCOL more.csv ← set_index   primary   primary-key
    help keys ← set_index   primary   primary-key
    column hide GCOL ← hide
    column move GCOL 0 ← rearrange
    """#
}
