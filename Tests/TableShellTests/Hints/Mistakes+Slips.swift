extension Mistakes {
  static let part4 = #"""
    set table full  # none|viewport|full
      set table all
      set table everything
    set pager off  # on|off|PROGRAM
      set pager never
      set pager no
    query SELECT City, count(*) AS n FROM n GROUP BY City HAVING n > 1
    = 1 row
      tally City > 1
      tally City having count > 1
    insert 0:end  # one row; type it again for each
    = inserted 1 row
      insert 3 rows
      add 2 empty rows
    quit  # leaves all tables; close alone leaves this one
      close all
    duplicate 0:0; edit 0:1 City=Ulm Qty=3
      duplicate 0:0 City=Ulm, Qty=3
      duplicate 0:0 City=Ulm Qty=3
    duplicate 0:0; edit 0:1 City=Ulm
      duplicate 0:0 with City=Ulm
    open DIR/cities.csv  # another table: it has other columns
      :r DIR/cities.csv
    export --delimiter ";" DIR/out.csv
    = exported 4 rows
      export DIR/out.csv sep=
      export DIR/out.csv --sep ";"
    export DIR/out.csv
    = exported 4 rows
      export DIR/out.csv index=False
    show where not (Qty > 3)
    = 2 rows
      filter -x Qty > 3
    replace City Bonn ""
    = changed 2 cells
      replace Bonn in City with nothing
      find and replace Bonn with nothing
      replace Bonn by nothing
    undo 1
      undo -1
    sample 2
    = 2 rows
      select random 2
    column add Both := City and City .. Qty
      column add Both := City || Qty
    fill down City
    = changed 1 cell
      fill City down
      fill City ffill
      fill City forward
      fill City from above
      fillna City ffill
    fill up City
    = nothing changed
      fill City up
      fill City bfill
      fill City from below
    fill down City,Qty
    = changed 1 cell
      fill down City Qty
      fill City Qty
    help fill
    = give null cells
      fill Qty mean
    tally City
    = Bonn 2 50.0 %
      unique City
      uniq City
      nunique City
      value_counts City
    group by City,Qty count
    = new n by City, Qty: 4 rows in 1 section, 3 columns
      tally City Qty
      unique City,Qty
      distinct City,Qty
    group by City count
    = new n by City: 3 rows in 1 section, 2 columns
      group City, count
    query SELECT sum(Qty) FROM n
    = 1 row in 1 section, 1 column
      group sum Qty
      total Qty
    group by City sum Qty
    = new n by City: 3 rows in 1 section, 2 columns
      df.groupby("City").agg({"Qty": "sum"})
    sort by City, Qty desc
    = reordered
      sort City, Qty desc
      sort City asc, Qty desc
      sort City -Qty
      sort City, -Qty
      sort by City -Qty
      sort by City Qty desc
      sort by City, Qty descending
      sort_values City, -Qty
    sort by Qty desc, City
    = reordered
      sort Qty desc City
      sort by Qty descending, City ascending
    sort by Qty desc
    = reordered
      sort by Qty -desc
    top 2 by Qty
    = new n top 2 by Qty
      top Qty 2
      show City top 2 by Qty
    show 0:0-1
    = 0:1 2 Berlin
      show * limit 2
    show City 0:0-1
    = 0:1 Berlin
      show City LIMIT 2
      show 0:0-1 City
    show City @2
    = 0:1 Berlin
      show @2 City
    edit @3 Qty=5
    = changed 1 cell
      edit Qty=5 @3
      @3 Qty=5
    edit 0:1 Qty=5
    = changed 1 cell
      edit Qty=5 0:1
      0:1 Qty=5
    edit 0:0 City="Bad Godesberg am Rhein"
    = changed 1 cell
      edit 0:0 City=Bad Godesberg am Rhein
    edit where Qty > 3 set Qty := Qty + 1
    = changed 2 cells
      edit where Qty > 3 set Qty += 1
    show where Qty >= 7
    = 0:2 3 Bonn Jones
      show where Qty => 7
    show where City and not City:match("er")
    = 0:0 1 Bonn
      show where not City like "er"
    split City by " " into First,Second
    = added columns
      split City into First,Second
    column move Qty 0
    = moved column 'Qty'
      column move Qty first
      column move Qty to first
    column move Qty 4
    = moved column
      column move Qty last
    column add Year := row["Last Name"]:sub(1,4)
    = added column 'Year'
      column add Year := "Last Name":sub(1,4)
    count where row["Last Name"] == "Kay"
    = 1
      count where "Last Name" == "Kay"
    delete where row["Last Name"] ~= "Kay"
    = deleted 3 rows
      delete where "Last Name" ~= "Kay"
    edit where row["Last Name"] == "Kay" set City=Ulm
    = changed 1 cell
      edit where "Last Name" == "Kay" set City=Ulm
    find Bonn
    = 0:0 1 City Bonn
      filter Bonn
    changes other
      compare other
    trim *
    = nothing changed
      strip *
    describe Qty
    = number
      quantile Qty
    describe City
    = text
      outliers City
    show where Qty < -5.375 or Qty > 15.625  -- beyond the quartiles by 1.5 times their distance
      outliers Qty
      outliers(Qty)
      select outliers Qty
      show outliers Qty
      show outliers in Qty
      iqr Qty
    show where Qty < 5.25 - 3 * 4.031129 or Qty > 5.25 + 3 * 4.031129  -- more than 3 standard deviations from the mean
      zscore Qty
      zscore(Qty)
    top 2 by Qty
    = new n top 2 by Qty
      select top 2 Qty
      select top 2 by Qty
    group by City sum Qty
    = new n by City
      tally City by Qty
    replace City Bonn Ulm
    = changed 2 cells
      replace Bonn Ulm City
      replace "Bonn" "Ulm" City
      replace Bonn Ulm in city
    replace --regex City '[on]+' ""
    = changed 3 cells
      replace /[on]+/ "" City
      replace /[on]+/ "" in City
      replace --regex /[on]+/ "" City
    replace --whole City Bonn Ulm
    = changed 2 cells
      replace --whole Bonn Ulm City
    export --format json -
    = {"columns"
      save --format json -
      save --format=json -
      save - --format json
      save --as json -
      save --json -
      export - --json
      export --json -
    export --format json-rows -
    = [ {"id":1
      save - --format json-rows
      export --json-rows -
    export --format json DIR/out.json
    = exported 4 rows
      save --format json DIR/out.json
      export DIR/out.json --json
    export DIR/out.json
    = exported 4 rows
      to_json DIR/out.json
    help date
    = write dates in another pattern
      to_datetime City
    pivot City Qty id count
    = new n by City, Qty: 3 rows
      crosstab City Qty
    show City,Qty
    = 0:0 Bonn 3
      columns City,Qty
    show 0:2
    = 0:2 3 Bonn Jones
      iloc[2]
    count
    = 4
      len
    scroll down
      next
      page down
    edit where City == nil set City=Ulm
    = changed 1 cell
      replace City "" Ulm

    """#
}
