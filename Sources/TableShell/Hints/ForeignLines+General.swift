extension ForeignLines {
  /// Lines of which no more than the program or the function is known; they come after all that know more.
  static let general = #"""
    column add Result := CEXPR
      =CEXPR
    columns
      =sum(NAME:NAME2)   =average(NAME:NAME2)   =max(NAME:NAME2)   =min(NAME:NAME2)
      =median(NAME:NAME2)   =count(NAME:NAME2)   =counta(NAME:NAME2)   =unique(NAME:NAME2)
      =countif(NAME:NAME2, REST)   =countif(NAME:NAME2; REST)
    help column
      =if(REST)   =CELL+CELL   =CELL REST   =today(REST)   =now(REST)   =CELL*CELL   =CELL-CELL
    query SELECT sum(NCOL) FROM TABLE
      =sum(REST)
    describe NCOL
      =average(REST)   =median(REST)   =max(REST)   =min(REST)
    count where EG
      =countif(REST)   =countifs(REST)   countif(REST)   countif REST
    help group
      sumif REST   sumif(REST)   sumifs(REST)   =sumif(REST)   =sumifs(REST)   =averageif(REST)
      =subtotal(REST)   group by REST   having REST   aggregate REST   groupby REST
      stats1 REST   merge-fields REST   groupby(REST)   summarise REST   summarize REST
    help rename
      NAME.rename(columns=REST)   NAME.rename(REST)
    help combine
      concat REST   concatenate REST   merge columns REST   =concatenate(REST)   =concat(REST)
      =textjoin(REST)   concat(REST)   paste REST   paste0 REST
    help join
      vlookup REST   vlookup(REST)   =vlookup(REST)   =index(REST)   =match(REST)   =lookup(REST)
      xlookup(REST)   hlookup REST   csvjoin REST   xsv join REST   qsv join REST
      left join REST   inner join REST   right join REST   full join REST   outer join REST
      left_join REST   inner_join REST
    help insert
      csvstack REST   rbind REST   union REST
    help pivot
      pivottable REST   pivot table REST   pivot_table REST   =transpose(REST)   crosstab REST
      transpose REST   pivot_wider REST   dcast REST
    help unpivot
      stack REST   gather REST   pivot_longer REST   melt REST
    help scroll
      freeze REST   zoom REST   goto REST   go to REST   jump REST
    help replace
      substitute REST   substitute(REST)   change case REST   find and replace REST
      search and replace REST   :%s REST   gsub REST   gsub(REST)
    help edit
      change cell REST   set cell REST   edit cell REST   update REST   modify REST
    help duplicate
      copy REST   clone REST
    help describe
      plot REST   chart REST   graph REST   quantile REST   percentile REST   stats REST
    help column
      hide row REST   hide rows REST   bold REST   column width REST   widen REST   mutate(REST)
      put REST   mutate REST   eval REST   compute REST   calculate REST
    help lists
      select(REST)
    help sort
      csvsort REST   order(REST)   arrange REST   arrange(REST)   sort_values REST   order by REST
    help sample
      shuf REST   sample_n(REST)   random REST
    help export
      csvformat REST   in2csv REST   xsv fmt REST   csvjson REST   pandoc REST   csvsql REST
      sqlite-utils REST   to_csv REST   to_json REST   to_excel REST   copy REST to REST2
    help split
      text to columns REST   split column REST   separate REST   separate(REST)   strsplit REST
    help date
      to_datetime REST   strptime REST   strftime REST   sec2gmt   sec2gmt REST   sec2date REST
      datevalue REST   =date(REST)   =datevalue(REST)   =text(REST)
    help number
      to_numeric REST   parse_number REST   as.numeric REST   =value(REST)   numeric REST
    help trim
      strip REST   clean REST   =trim(REST)   =clean(REST)
    help title
      proper REST   capitalize REST   =proper(REST)
    help dedupe
      drop_duplicates REST   drop duplicates REST   remove duplicates REST   deduplicate REST
      unique REST   distinct REST   uniq REST   duplicated REST
    help null
      fillna REST   dropna REST   drop_na REST   isnull REST   isna REST   nullif REST   coalesce REST
      complete.cases REST   replace_na REST   interpolate REST   imputena REST
    help section
      xsv split REST   csvsplit REST   partition REST   facet REST
    help pipes
      python REST   python3 REST   perl REST   ruby REST   node REST   make REST   python   python3   r
    help save
      mv FILE FILE2   cp FILE FILE2   cp REST   mv REST
    help delete
      erase REST   rm -REST   truncate REST
    show HEADFIVE
      head(REST)
    show HEAD
      head FILE
    show TAIL
      tail FILE
    help show
      column -t REST   project REST   cut REST   less REST   head REST   tail REST
    help targets
      NAME.loc[REST]   NAME.iloc[REST]   loc[REST]   iloc[REST]   NAME[REST]   filter REST
      where REST   filter(REST)   subset REST   slice REST   slice(REST)
    help changes
      diff REST   compare REST   cmp REST   comm REST   csvdiff REST   git diff REST
    help open
      mkdir FILE   wget REST   curl REST   read_csv(REST)   load REST   import REST
    help
      xsv REST   qsv REST   vd REST   which REST   type REST   describe-sheet REST   git REST
      npm REST   pip REST   sudo REST   ssh REST   apt REST   brew REST
    """#
}
