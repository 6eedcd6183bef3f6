extension ForeignLines {
  /// Words of other programs, as they stand behind `help`.
  static let help = ForeignPattern.table(helpWords)

  private static let helpWords = #"""
    show where EG ← filter   where-clause   subset   slice   loc   iloc   having   autofilter   grepl
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
    help join ← merge   vlookup   xlookup   hlookup   lookup   index-match   left_join   inner_join
    help combine ← merge   concat   concatenate   paste0   unite   textjoin
    help insert ← append   union   rbind   bind_rows
    help scroll ← freeze   panes   zoom
    help section ← freeze   subtotals   outline
    group by GCOL sum NCOL ← groupby   group_by   aggregate   sumif   sumifs   summarize   summarise   subtotal
    count where EG ← countif   countifs
    help pivot ← crosstab   pivottable   pivot_table   transpose   pivot_wider
    help unpivot ← melt   stack   gather   pivot_longer
    fill down NULLCOLS ← ffill   filldown   autofill   fillna   fill-down
    help null ← fillna   dropna   isnull   isna   nan   blanks
    sort by GCOL ← order   arrange   sort_values   orderby   rank
    column add twice := NCOL and NCOL * 2 ← mutate   assign   formula   calculate   compute   eval
    sample 10 ← random   shuffle   shuf
    help replace ← substitute   gsub   sed   recode
    help find ← grep   search   ctrl-f
    upper GCOL ← uppercase   toupper
    lower GCOL ← lowercase   tolower
    title GCOL ← proper   capitalize   titlecase
    help number ← currency   to_numeric   numeric   parse_number
    help date ← to_datetime   strftime   strptime   datetime
    help split ← separate   text-to-columns   explode
    help export ← to_csv   to_json   xlsx   pdf
    help keys ← set_index   primary   primary-key
    column hide GCOL ← hide
    help lists ← rearrange
    """#
}
