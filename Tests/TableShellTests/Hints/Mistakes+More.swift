extension Mistakes {
  static let part5 = #"""
    sort by Qty desc
    = reordered 3 rows
      sort Qty ascending=False
      sort by Qty ascending=False
      sort by Qty, ascending=False
      sort Qty reverse=True
      sort values by Qty descending
    sort by Qty
    = reordered 3 rows
      sort by Qty ascending=True
      sort values by Qty
    sample 2
      sample(2)
    sample --seed 7 2
      sample 2 seed=7
    top 1 by Qty asc
    = 1 row in 1 section
      top 1 Qty ascending
    show where Qty > 5
    = 0:1 2 Berlin Smith 10 4
      query Qty > 5
    tally City
    = Bonn
      City.unique()
      df.City.unique()
    title City
      df.City = df.City.str.title()
    group by City sum Qty
      groupby City sum Qty
    join DIR/cities.csv on City=city
      join DIR/cities.csv by City=city
      merge DIR/cities.csv on City=city
    replace City Bo ""
    = changed 2 cells
      replace City /Bo/
      replace City s/Bo//
    edit where Qty > 5 set Qty := Qty * 2
    = changed 2 cells
      edit where Qty > 5 Qty = Qty * 2
    rename City Town; rename Qty Number
      rename City Town Qty Number
    group by City,Qty count
      count-distinct -f City,Qty
    query SELECT City, Qty FROM n WHERE Qty > 2 LIMIT 1
      show City, Qty where Qty > 2 limit 1
    show where not row["Last Name"]
      show where not "Last Name"
    sort by City desc
      :sort!
    save --as DIR/out.csv
    = saved 4 rows
      save as DIR/out.csv
      :saveas DIR/out.csv
    edit @4 Qty=7  # by its key
      edit row 4 Qty 7
    edit * Qty=3
    = changed 3 cells
      put '$Qty = 3'
      mlr put '$Qty = 3'
      df["Qty"] = 3
    edit * Qty := Qty * 2
    = changed 4 cells
      put '$Qty = $Qty * 2'
      mlr --csv put '$Qty = $Qty * 2'
    edit --null City where City == "Bonn"
    = changed 2 cells
      UPDATE n SET City = NULL WHERE City = 'Bonn'
      edit City = null where City == "Bonn"
      edit where City == "Bonn" set City = NULL
      df.loc[df.City == "Bonn", "City"] = None
      df.loc[df["City"] == "Bonn", "City"] = np.nan
    edit --null "Last Name" where Qty > 5
    = changed 2 cells
      UPDATE n SET "Last Name" = NULL WHERE Qty > 5
      edit where Qty > 5 set "Last Name" = nil
    edit --null City *
    = changed 3 cells
      update n set City = null
    upper City where Qty > 5
    = changed 2 cells
      UPDATE n SET City = UPPER(City) WHERE Qty > 5
    upper City
    = changed 3 cells
      UPDATE n SET City = UPPER(City)
      City = UPPER(City)
    lower "Last Name"
    = changed 4 cells
      UPDATE n SET "Last Name" = LOWER("Last Name")
      edit * "Last Name" = lower("Last Name")
    trim City
    = nothing changed
      UPDATE n SET City = TRIM(City)
    title City
    = nothing changed
      UPDATE n SET City = INITCAP(City)
      City = PROPER(City)
    edit * City := City and City:upper()
    = changed 3 cells
      mlr --csv put '$City = toupper($City)'
    reload --discard
    = nothing
      :e!
    undo to 0
    = took back
      undo *
      undo everything
      revert
    sort by Qty desc
    = reordered
      sort descending Qty
      sort Z to A Qty
      sort largest to smallest Qty
      sort Qty high to low
    sort by City
    = reordered
      sort A to Z City
      sort City A to Z
      sort ascending City
      :%sort
    sample --seed 3 2
    = new n sample 2
      sample 2 --seed 3
    dedupe --dry-run by City
    = 1 row
      dedupe by City --dry-run
    group by City sum Qty
    = new n by City: 3 rows
      group Qty by City
      sum Qty per City
      total Qty by City
    query SELECT City, sum(Qty) FROM n GROUP BY City
    = 3 rows in 1 section
      SELECT City, sum(Qty)
    show where Qty > 5
    = 0:1 2 Berlin Smith 10 4
      where if(Qty>5,true,false)
      show where if(Qty > 5, 1, 0)
      filter by Qty > 5
      select-expr Qty > 5
    export --format json DIR/out.json
    = exported 4 rows
      export json DIR/out.json
      export DIR/out.json as json
    tally City
    = Bonn 2 50.0 %
      hist City
      df.City.value_counts(normalize=True)
      =UNIQUE(City)
      df.City.nunique()
      distribution City
    trim City
    = nothing changed
      clean City
      =TRIM(City)
    count where City == "Bonn"
    = 2
      countif City Bonn
      countif City = Bonn
    dedupe by City
    = deleted 1 row
      drop_duplicates City
      drop duplicates City
      deduplicate City
    title City
    = nothing changed
      proper City
      =PROPER(City)
      capitalize City
      df.City.str.title()
      df['City'] = df['City'].str.title()
    replace City Bonn Ulm
    = changed 2 cells
      substitute(City, "Bonn", "Ulm")
      =SUBSTITUTE(City, "Bonn", "Ulm")
      substitute City Bonn Ulm
      find and replace Bonn with Ulm
    replace City Bonn ""
    = changed 2 cells
      :%s/Bonn//g
    replace * i u
    = changed 3 cells
      :%s/i/u/g
      sed s/i/u/g
    help split
    = split [--rest]
      text to columns
      split columns
    show where City == "Bonn"
    = 0:0 1 Bonn
      autofilter
      filter rows
      grep City Bonn
    help group
    = group [--skip-errors]
      sumif
      HAVING count(*) > 2
      aggregate Qty sum
    query SELECT sum(Qty) FROM n WHERE City = 'Bonn'
    = 1 row in 1 section
      sumif City Bonn Qty
      sumif City = Bonn Qty
      sum Qty where City = Bonn
    help combine
    = combine
      concat
      merge cells
    column unhide Price
    = is not hidden
      unhide Price
      unhide column Price
    column unhide *
    = none of them is hidden
      unhide
      unhide all
      show hidden
    help scroll
    = scroll
      freeze
      freeze panes
    delete where City and City:match("Bonn")
    = deleted 2 rows
      g/Bonn/d
      :g/Bonn/d
      delete rows containing Bonn
    keep where City and City:match("Bonn")
    = deleted 2 rows
      :v/Bonn/d
    show where not (City and City:match("Bonn"))
    = 0:1 2 Berlin
      grep -v Bonn
    count where City and City:match("Bonn")
    = 2
      grep -c Bonn
    help null
    = null
      fillna 0
      isna City
    show 0:0-3
    = 0:0 1 Bonn
      head(5)
      df.head
      head -5 n.csv
    help targets
    = A target names the rows of a command
      iloc
      df.iloc[:, 0]
    describe
    = column kind
      nunique
      df.nunique()
      df.isna().any()
    query SELECT count(DISTINCT City) FROM n
    = 1 row in 1 section
      SELECT count(distinct City)
    query SELECT max(Qty) FROM n
    = 1 row in 1 section
      SELECT max(Qty)
    query SELECT City, Qty FROM n ORDER BY Qty DESC LIMIT 2
    = 2 rows in 1 section
      SELECT City, Qty ORDER BY Qty DESC LIMIT 2
    show 0:0-1
    = 0:0 1 Bonn
      SELECT * LIMIT 2
      head(2)
      limit to 2
    show City,Qty 0:0-1
    = 0:0 Bonn 3
      SELECT City, Qty LIMIT 2
    sort by Qty desc
      SELECT * ORDER BY Qty DESC
    group by City count
    = new n by City
      SELECT City, count(*)
    show * but Price
    = 0:0 1 Bonn Miller 3
      SELECT * EXCLUDE (Price)
      SELECT * EXCEPT Price
      show all but Price
    group by City
    = new n by City
      GROUP BY City
    help export
    = export
      \copy
      .mode
      .separator ;
      .once
    help open
    = open
      .import
    save; quit
    = nothing to save
      :wq!
      :x!
    save
    = nothing to save
      :w!
      ctrl-s
    help replace
    = replace
      find and replace
      ctrl-h
      sed
    help find
    = find
      ctrl-f
      ctrl-g
    help pivot
    = pivot
      transpose
      df.T
    help column
    = column add
      insert column
      hide row 3
    column hide Price
    = hid
      hide column Price
    help values
    = number column
      format
      number format
    edit where Price ~= nil set Price := tonumber(string.format("%.1f", Price))
    = changed 1 cell
      round Price 1
      =ROUND(Price, 1)
      df.Price.round(1)
    find Bonn
    = 0:0 1 City Bonn
      grep -r Bonn
    help upper
    = upper
      tr a-z A-Z
    export --format json-rows -
    = [ {"id":1
      jq
      jq .
    help
    = Commands to begin with
      xsv
      mlr
    trim *
    = nothing changed
      trim all

    """#
}
