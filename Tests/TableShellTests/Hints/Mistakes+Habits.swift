extension Mistakes {
  static let part7 = #"""
    sort by City, Qty desc
    = reordered
      df.sort_values(["City", "Qty"], ascending=[True, False])
      df.sort_values(by=["City", "Qty"], ascending=[True, False])
      sort by City, Qty desc nulls last
    sort by City desc, Qty
    = reordered
      df.sort_values(["City", "Qty"], ascending=[False, True])
    sort by City desc, Qty desc
    = reordered
      df.sort_values(["City", "Qty"], ascending=False)
    sort by Qty
    = reordered
      sort by Qty nulls last
      mlr sort -c Qty
    sort by Qty desc
    = reordered
      =RANK(Qty)
      mlr sort -tr Qty
    delete 0:1  # rows count from 0
    = deleted 1 row
      df.drop(index=1)
      df.drop(1)
      df.drop([1])
    rename City Town; rename Qty Number
    = renamed column 'Qty' to 'Number'
      df.rename(columns={"City": "Town", "Qty": "Number"})
      rename City,Qty to Town,Number
      rename City to Town, Qty to Number
      mlr rename City,Town,Qty,Number
      rename City=Town Qty=Number
    help rename
    = rename COL NAME
      df.rename(columns=str.lower)
    columns
    = id number key
      df.columns.tolist()
      list(df.columns)
      df.keys()
    export --format markdown -
    = | id | City |
      df.to_markdown()
    export --format json-rows -
    = [ {"id":1
      df.to_dict("records")
      df.to_json()
      df.to_json(orient="records")
    top 1 by Qty in each City
    = 3 rows
      mlr top -n 1 -f Qty -g City
      top 1 Qty per City
      top 1 by Qty per City
      df.groupby("City").Qty.nlargest(1)
    help top
    = in each COL takes N rows
      mlr head -n 1 -g City
      df.groupby("City").head(2)
    group by City count
    = 3 rows in 1 section, 2 columns
      mlr uniq -g City -c
    group by City
    = 3 rows in 1 section, 2 columns
      df.groupby("City").size()
    tally City
    = Bonn 2
      df.value_counts("City")
    tally City where Qty > 3
    = Bonn 1 50.0 %
      count by City where Qty > 3
      tally by City where Qty > 3
    help column
    = column add
      mlr step -a shift -f Qty
    help date
    = write dates
      mlr sec2gmtdate Qty
    edit where Qty > 5 set Qty=0
    = changed 2 cells
      edit Qty > 5 Qty=0
      edit Qty > 5 set Qty=0
    edit where Qty == 10 set City=Ulm
    = changed 1 cell
      edit Qty == 10 City=Ulm
      edit Qty = 10 City=Ulm
    edit where City == "Bonn" set Qty=0
    = changed 2 cells
      edit City == Bonn Qty=0
      edit City = "Bonn" Qty=0
    show City where Qty > 5
    = 0:1 Berlin
      show Qty > 5 City
    replace City Bonn Ulm
    = changed 2 cells
      edit City Bonn Ulm
      edit City Bonn to Ulm
      find Bonn replace Ulm
      find Bonn and replace with Ulm
      :s/Bonn/Ulm
      :%s/Bonn/Ulm
    insert 0:end id=5 City=Ulm "Last Name"="de la X" Qty=1 Price=2
    = inserted 1 row
      INSERT INTO n VALUES (5, 'Ulm', 'de la X', 1, 2)
    insert 0:end id=6 City=Ulm Qty=1 Price=2
    = inserted 1 row
      insert into n values (6, 'Ulm', NULL, 1, 2)
    help insert
    = insert a row
      INSERT INTO n VALUES (5, 'Ulm')
    insert 0:2  # after row 2 as shown: section 0, rows counting from 0
    = inserted 1 row
      insert row after 2
    column add Total at 4
    = added column 'Total'
      insert column Total after Qty
      add column Total after Qty
    dedupe by City
    = deleted 1 row
      delete duplicates City
      delete duplicates by City
    count where City == nil
    = 1
      =COUNTBLANK(City)
    query SELECT avg(Qty) FROM n WHERE City = 'Bonn'
    = 1 row
      =AVERAGEIF(City,"Bonn",Qty)
    join DIR/cities.csv on City=city
    = 2 of 4 rows have a partner
      =VLOOKUP(City,DIR/cities.csv,2)
    show where City == "Bonn"
    = 2 rows of 4
      =FILTER(City="Bonn")
    upper City
    = changed 3 cells
      df.City.map(str.upper)
      df["City"].apply(str.upper)
    column add z := Qty .. "x"
    = added column 'z'
      mlr put '$z = $Qty . "x"'
    query SELECT * FROM n LIMIT 2 OFFSET 1
    = 2 rows
      limit 2 offset 1
    help commands  # lists all commands
    = tables open new
      zzzzzz

    """#
}
