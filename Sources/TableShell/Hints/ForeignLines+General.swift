extension ForeignLines {
  /// Lines of which no more than the program or the function is known; they come after all that know more.
  static let general = #"""
    column add Result := CEXPR ← =CEXPR
    edit * COL := CEXPR ← edit * COL = CEXPR
    columns
      {=sum|=average|=max|=min|=median|=count|=counta|=unique}(NAME:NAME2)   =countif(NAME:NAME2{,|;} REST)
    help query ← =query(REST)
    help open ← {=importrange|=importdata}(REST)
    help column ← {=if|=today|=now}(REST)   =CELL+CELL   =CELL REST   =CELL*CELL   =CELL-CELL
    query SELECT sum(NCOL) FROM TABLE ← =sum(REST)
    describe NCOL ← {=average|=median|=max|=min}(REST)
    help count ← {=countif|=countifs|countif|countifs}(REST)
    count where EG ← countif REST
    help group
      {sumif|having|aggregate|groupby|stats1|merge-fields|summarise|summarize} REST
      {sumif|sumifs|=sumif|=sumifs|=averageif|=subtotal|groupby}(REST)   group by REST
    help rename ← NAME.rename({columns=REST|REST})
    help combine
      {concat|concatenate|paste|paste0|merge columns} REST   {=concatenate|=concat|=textjoin|concat}(REST)
    help join
      {vlookup|hlookup|csvjoin|left_join|inner_join} REST
      {vlookup|=vlookup|=index|=match|=lookup|xlookup}(REST)   {xsv|qsv|left|inner|right|full|outer} join REST
    help insert ← {csvstack|rbind|union} REST
    help pivot
      {pivottable|pivot_table|crosstab|transpose|pivot_wider|dcast|pivot table} REST   =transpose(REST)
    help unpivot ← {stack|gather|pivot_longer|melt} REST
    help scroll ← {freeze|zoom|goto|jump|go to} REST
    replace COL VALUE PHRASES ← replace COL VALUE {with |by |to |}PHRASES
    help replace
      {substitute|:%s|gsub|change case} REST   {substitute|gsub}(REST)   {find|search} and replace REST
    help edit ← {change|set|edit} cell REST   {update|modify} REST
    help duplicate ← {copy|clone} REST
    help describe ← {plot|chart|graph|quantile|percentile|stats} REST
    help column
      hide {row|rows} REST   {bold|widen|put|mutate|eval|compute|calculate|column width} REST   mutate(REST)
    help lists ← select(REST)
    help sort ← {csvsort|arrange|sort_values|order by} REST   {order|arrange}(REST)
    help sample ← {shuf|random} REST   sample_n(REST)
    help export
      {csvformat|in2csv|csvjson|pandoc|csvsql|sqlite-utils|to_csv|to_json} REST   xsv fmt REST   to_excel REST
      copy REST to REST2
    help split ← text to columns REST   {split column|separate|strsplit} REST   separate(REST)
    help date
      {to_datetime|strptime|strftime|sec2date|datevalue} REST   sec2gmt{ REST|}
      {=date|=datevalue|=text}(REST)
    help number ← {to_numeric|parse_number|numeric|as.numeric} REST   =value(REST)
    help trim ← {strip|clean} REST   {=trim|=clean}(REST)
    help title ← {proper|capitalize} REST   =proper(REST)
    help dedupe
      {drop_duplicates|deduplicate|unique|distinct|uniq|duplicated} REST   {drop|remove} duplicates REST
    help null
      {fillna|dropna|drop_na|isnull|isna|nullif|coalesce|replace_na|imputena} REST   complete.cases REST
      interpolate REST
    help section ← {xsv split|csvsplit|partition|facet} REST
    help pipes ← {python|python3}{ REST|}   {perl|ruby|node|make} REST   r
    help save ← {mv|cp} {FILE FILE2|REST}
    help delete ← {erase|truncate} REST   rm -REST
    show HEADFIVE ← head(REST)
    show HEAD ← head FILE
    show TAIL ← tail FILE
    help show ← {column -t|project|cut|less|head|tail} REST
    help targets
      NAME{.loc|.iloc|}[REST]   {loc|iloc}[REST]   {filter|where|subset|slice} REST   {filter|slice}(REST)
    help changes ← {git |}diff REST   {compare|cmp|comm|csvdiff} REST
    help open ← mkdir FILE   {wget|curl|load|import} REST   read_csv(REST)
    help ← {xsv|qsv|vd|which|type|describe-sheet|git|npm|pip} REST   {sudo|ssh|apt|brew} REST
    """#
}
