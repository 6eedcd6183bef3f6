extension ForeignLines {
  /// Miller's verbs, as they stand behind its flags.
  static let miller = #"""
    sort by COL, COL2 desc ← sort {-f|-nf|-c} COL -nr COL2   sort -f COL -r COL2
    sort by COL desc, COL2 ← sort -nr COL {-f|-nf} COL2   sort -r COL -f COL2
    sort by COL,COL2 ← sort -f COL {-nf|-f|-n} COL2   sort -nf COL -f COL2
    help sort ← sort {-f|-nr}
    group by COLS NAME COL NAME2 COL2 ← stats1 -a NAME,NAME2 -f COL,COL2 -g COLS
    group by COLS NAME COL NAME2 COL ← stats1 -a NAME,NAME2 -f COL -g COLS
    group by COLS NAME COL ← stats1 -a NAME -f COL -g COLS
    describe COL ← stats1 -a NAME{,NAME2|} -f COL   step -a NAME -f COL   summary COL
    count ← count
    help duplicate ← dup-rows   dup-row
    help sample ← bootstrap{ -n N|}   decimate -n N
    column move COL LASTINDEX ← reorder -e -f COL   reorder -f COL -e   order -e COL
    help rename ← {label|sec2str|rename -r} REST
    help section ← split -g COL   split -n N   group-by COL   nothing
    help fill ← fill-empty --only-if-blank   fill-down{ -f|}
    help null ← fill-empty -S   unsparsify   regularize
    help describe ← stats1   stats2   merge-fields   step   summary   histogram
    help upper ← case -u {-k |}-f COL   case -u -k
    help split ← {nest|nidx} REST
    show * ← cat -n   cat -g COL
    columns ← template{ -f COLS|}
    """#

  /// More of pandas.
  static let pandas = #"""
    trim COL; title COL
      NAME[COL]{ = NAME2[SAME]|}.str.strip().str.title()   NAME[COL]{ = NAME2[SAME]|}.str.title().str.strip()
      NAME.COL{ = NAME2.SAME|}.str.strip().str.title()
    trim COL; upper COL
      NAME[COL]{ = NAME2[SAME]|}.str.strip().str.upper()   NAME.COL{ = NAME2.SAME|}.str.strip().str.upper()
    trim COL; lower COL
      NAME[COL]{ = NAME2[SAME]|}.str.strip().str.lower()   NAME.COL{ = NAME2.SAME|}.str.strip().str.lower()
    split --rest COL by LIT into NAME2,NAME3
      NAME[[NAME2, NAME3]] = NAME[COL].str.split(LIT{|, expand=true|, n=1, expand=true|, 1, expand=true})
    split --rest COL by LIT into COL_1,COL_2
      NAME{[COL]|.COL}.str.split(LIT{|, expand=true|, n=1, expand=true|, 1, expand=true})
    number COL ← NAME.astype({COL: {int|float|int64|float64}})
    column type COL text ← NAME.astype({COL: {str|string|object}})
    delete 0:N,0:N2  # rows count from 0
      NAME.drop({index=|}[N, N2])
    unpivot COLS into variable,value
      NAME.melt({value_vars=COLS|REST, value_vars=COLS|value_vars=COLS, REST})
    unpivot * but COLS into variable,value ← NAME.melt(id_vars=COLS)   pd.melt(NAME, id_vars=COLS)
    insert from EXISTS ← pd.concat([NAME, EXISTS]{, ignore_index=true|})   NAME.append(EXISTS)
    help insert ← pd.concat(REST)   NAME.append(REST)
    column add NAME2 at N ← NAME.insert(N, NAME2, REST)
    KEYED ← NAME.set_index({COL|[COL]}{, inplace=true|})
    top N by COL ← NAME.sort_values({COL|by=COL}, ascending=False).head(N)
    top N by COL asc ← NAME.sort_values({COL|by=COL}).head(N)
    group by COL NAME2 COL2
      NAME.groupby({COL|[COL]})[COL2].NAME2()   NAME.groupby(COL).COL2.NAME2()
      NAME.groupby(COL).agg({COL2: NAME2})   NAME.groupby(COL)[COL2].agg(NAME2)
      NAME.groupby(COL).agg(NAME3=(COL2, NAME2))
    group by COLS NAME2 COL2
      NAME.groupby(COLS)[COL2].{NAME2()|agg(NAME2)}   NAME.groupby(COLS).agg({COL2: NAME2})
    group by COLS NAME2 COL2 NAME3 COL3 ← NAME.groupby(COLS).agg({COL2: NAME2, COL3: NAME3})
    group by COLS count ← NAME.groupby(COLS)[COL2]{.count|.size}()
    group by COL NAME2 COL2 NAME3 COL2
      NAME.groupby(COL)[COL2].agg([NAME2, NAME3])   NAME.groupby(COL).agg({COL2: [NAME2, NAME3]})
    dedupe by COLS keep last ← NAME.drop_duplicates({subset=COLS|COLS}, keep=last)
    dedupe by COLS ← NAME.drop_duplicates(subset=COLS, {keep=first|inplace=true})
    dedupe --dry-run BYDATA ← NAME.duplicated(){.sum()|}
    dedupe --dry-run by COLS ← NAME.duplicated({COLS|subset=COLS})   NAME.COL.duplicated()
    column delete COL ← NAME.drop({COL, axis=1|columns=[COL]}, inplace=true)   NAME.drop([COL], axis=1)
    title COL
      NAME.COL.str.title()   NAME[COL]{ = NAME2[COL2]|}.str.title()   NAME{[COL]|.COL}.str.capitalize()
    upper COL ← NAME[COL] = NAME2[COL2].str.upper()
    lower COL ← NAME[COL] = NAME2[COL2].str.lower()
    trim COL ← NAME[COL] = NAME2[COL2].str.strip()
    column add Length := utf8.len($COL or "")
      NAME{.COL|[COL]}.str.len()
    column type COL text ← NAME.COL.astype(str)   NAME[COL]{ = NAME2[COL2]|}.astype(str)
    number COL
      NAME{.COL|[COL]}.astype(NAME2)   NAME2.to_numeric(NAME{.COL|[COL]})
      NAME[COL] = NAME2.to_numeric(NAME3[COL2])   NAME[COL] = NAME2[COL2].astype(NAME3)
    edit where $COL ~= nil set COL := tonumber(string.format("%.Nf", $COL))
      NAME.COL.round(N)   NAME[COL]{ = NAME2[COL2]|}.round(N)
    tally COL
      NAME{.COL|[COL]}{.hist|.nunique}()   NAME.COL.mode()   NAME{.COL|[COL]}.value_counts(REST)
      NAME.COL.plot(REST)
    describe COL
      NAME.COL{.std|.count}()   NAME[COL]{.std|.min|.max|.median}()   NAME{.COL|[COL]}.quantile(REST)
    top 1 by COL ← NAME{.COL|[COL]}.idxmax()
    top 1 by COL asc ← NAME{.COL|[COL]}.idxmin()
    describe
      nunique{()|}   NAME{.isna|.isnull}().any()   NAME.describe(REST)
      NAME{.corr|.isna|.isnull|.count|.mean}()   isna   isnull
    replace COL LIT LIT2
      NAME.replace({COL: {LIT: LIT2}})   NAME[COL] = NAME2[COL2].str.replace(LIT, LIT2)
      NAME.COL.str.replace(LIT, LIT2, regex=false)
    replace --whole COL LIT LIT2
      NAME{.COL|[COL]}.map({LIT: LIT2})   NAME[COL] = NAME2[COL2].replace(LIT, LIT2)
    replace --whole * LIT LIT2 ← NAME.replace(LIT, LIT2)
    edit * COL=LIT ← NAME{[COL]|.COL} = LIT
    column add NAME2 := $LIT ← NAME{[NAME2]|.NAME2} = LIT   NAME.assign(NAME2=LIT)
    pivot COL COL2 COL3 NAME2
      NAME.pivot_table({index=COL, columns=COL2, values=COL3|COL3, index=COL, columns=COL2}, aggfunc=NAME2)
      NAME.pivot_table(values=COL3, index=COL, columns=COL2, aggfunc=NAME2)
    group by COL NAME2 COL3
      NAME.pivot_table({index=COL, values=COL3|values=COL3, index=COL}, aggfunc=NAME2)
    pivot COL COL2 COL3 mean ← NAME.pivot_table(index=COL, columns=COL2, values=COL3)
    pivot COL COL2 COL3 ← NAME.pivot(index=COL, columns=COL2, values=COL3)
    join EXISTS on COL=NAME2 ← NAME.merge(EXISTS, left_on=COL, right_on=NAME2)
    join EXISTS on COL ← NAME.merge(EXISTS, on=COL, how=left)
    join EXISTS on COL inner ← NAME.merge(EXISTS, on=COL, how=inner)
    join EXISTS on SHARED ← NAME.merge(EXISTS)
    show 0:N-N2-1 ← NAME{.iloc|}[N:N2]
    show COL where EXPR ← NAME.loc[EXPR, COL]   NAME[EXPR]{[COL]|.COL}
    show COLS where EXPR ← NAME.loc[EXPR, COLS]   NAME[EXPR][COLS]
    count where EXPR ← len(NAME[EXPR])   NAME[EXPR].shape[0]   NAME[EXPR].count()   (EXPR).sum()
    delete where $COL == nil ← NAME.dropna(subset=[COL], inplace=true)
    show HEADFIVE ← NAME.head
    show TAILFIVE ← NAME.tail
    export FILE ← NAME{.to_json|.to_csv|.to_excel}(FILE, REST)   NAME.to_parquet(FILE)
    open FILE ← {NAME = |}pd.read_csv(FILE, REST)   NAME = pd.read_excel(FILE)
    help export ← NAME{.to_sql|.to_clipboard|.to_string|.to_html}(REST)
    help section ← NAME.set_index(REST)   NAME.reset_index({REST|})
    help columns ← NAME.columns = REST   NAME.index   NAME.memory_usage({REST|})
    help column
      NAME{.COL|}{.apply|.shift}(REST)   NAME{.map|.clip|.rank|.diff|[COL].apply}(REST)   NAME{.COL|}.cumsum()
    help describe ← NAME{.plot|.hist}({REST|})   NAME.plot   plt.REST
    help sample ← NAME.sample(REST)
    help split ← NAME.explode(REST)   NAME{.COL|[COL]}.str.split(REST)
    help group ← NAME.groupby(REST){.REST2|}   NAME{.agg|.resample}(REST)
    help join ← {NAME|pd}.merge(REST)   NAME.join(REST)
    help sort ← NAME{.sort_values|.sort_index|.sort}(REST)   NAME.iloc[::-1]
    help replace ← NAME{.COL.str|.COL|}.replace(REST)
    help fill ← NAME.ffill({REST|})   NAME.bfill()   NAME.interpolate(REST)
    help dedupe ← NAME.drop_duplicates(REST)
    help pivot ← NAME{.pivot_table|.pivot}(REST)
    help unpivot ← {NAME|pd}.melt(REST)
    """#
}
