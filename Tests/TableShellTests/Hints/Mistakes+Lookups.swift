extension Mistakes {
  static let part8 = #"""
    query SELECT City FROM n
    = 4 rows
      query SELECT Ctiy FROM n
      query SELECT City FROM nn
      query SELEC City FROM n
    query SELECT * FROM n
    = new query of n
      query SELECT * FORM n
    show City
    = Bonn
      show Ctiy
      jq '.[] | .City'
      jq '[.[].City]'
    sort by Price
    = reordered
      sort by Pirce
      :sort /Price/
      jq 'sort_by(.Price)'
    group by City sum Qty
    = 3 rows
      group by Ctiy sum Qty
      group by Cities sum Qty
    group by City sum Qty count
    = 3 rows
      group by City sum Qty, count
    rename City Town
      rename Ctiy Town
    title City
      title Ctiy
    tally City
    = Bonn
      most-frequent -f City
      tally Cities
      jq 'group_by(.City)'
    column delete City
      column delete Ctiy
    edit 0:0 City=x
    = changed 1 cell
      edit 0:0 Ctiy=x
    edit 0:0 Qty := Qty + 1
    = changed 1 cell
      edit 0:0 Qty+=1
      edit 0:0 Qty += 1
    move 0:0 to 0:end  # after the last row
      move 0:0 to 0:99
    move 0:0 to 0:end  # 0:0 is before its first row, 0:end behind its last
      move 0:0 to 0
    set format json
    = format
      set fromat json
    help sort
    = sort the rows
      help srot
    export --format ndjson -
    = Bonn
      export --format jsonl -
    export --format markdown -
    = Bonn
      export --format md -
    count where Qty > 3
    = 2
      countif Qty > 3
      countif(Qty > 3)
      jq 'map(select(.Qty > 3)) | length'
    count where City == "Bonn"
    = 2
      countif
      countif City
    show where City == "Bonn"
    = Miller
      autofilter
      filter
      filter City
      filter City Bonn
      autofilter City Bonn
    show where Qty >= 3
    = 10
      filter Qty
    show where Qty > 3
    = 10
      filter Qty >3
      jq '.[] | select(.Qty > 3)'
    top 2 by Qty
    = 2 rows
      order by Qty desc limit 2
      top -n 2 -f Qty -a
    top 2 by Qty asc
    = 2 rows
      order by Qty limit 2
    join other on id
    = Region
      vlookup
      xlookup
      vlookup id other
      =vlookup(A2, other, 2)
      xlookup other
    join other on id columns Region
    = Region
      vlookup id other Region
    number Price
      cast Price
      cast Price as number
      cast Price int
      CAST(Price AS INTEGER)
      Price::numeric
    column type City text
      cast City text
      City::text
    export --format json-rows -
    = Bonn
      jq '.[]'
      jq -c '.[]'
    show 0:1
    = Berlin
      jq '.[1]'
    query SELECT sum(Qty) FROM n
    = 1 row
      jq 'map(.Qty) | add'
    query SELECT * FROM n WHERE City IS NULL LIMIT 2
    = 1 row
      show where City == nil limit 2
    query SELECT City, "Last Name" FROM n WHERE City = 'Bonn' AND Qty > 2 ORDER BY Price LIMIT 2
    = 2 rows
      show City,"Last Name" where City == "Bonn" and Qty > 2 order by Price limit 2
    sample 2
    = 2 rows
      sample 2 rows
    fill down City
      df.fillna(method="ffill")
    """#
}
