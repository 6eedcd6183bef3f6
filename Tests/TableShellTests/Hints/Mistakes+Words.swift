extension Mistakes {
  static let part3 = #"""
    select *
    = selected 4 rows
      select-rows
    deselect *
    = nothing changed
      unselect-rows
    unpivot City into name,value
    = rows in 1 section
      pivot_longer(City)
    help unpivot
    = unpivot COLS into NAMES
      melt
    reload
    = nothing changed
      reload-sheet
      git pull
    sort by City,Qty
    = reordered 2 rows in 1 section
      df.sort_values(by=["City", "Qty"])
      sort by City Qty
    show where (Qty > 3) and (Price < 5)
    = 0:1 2 Berlin Smith 10 4
      df[(df.Qty > 3) & (df.Price < 5)]
    group by City sum Qty
    = new n by City: 3 rows in 1 section, 2 columns
      df.groupby("City").Qty.sum()
      group by City sum(Qty)
      group by City, sum Qty
    group by City
    = new n by City: 3 rows in 1 section, 2 columns
      df.groupby("City").size()
      group_by(City)
      group_by(City) %>% summarise(n = n())
      df |> group_by(City) |> summarise(n = n())
    edit where City == nil set City=Ulm
    = changed 1 cell in 1 section
      df.City.fillna("Ulm")
      fill City Ulm
      fill City with Ulm
    export DIR/out.json
    = exported 4 rows
      df.to_json("DIR/out.json")
    show 0:1
    = 0:1 2 Berlin Smith 10 4
      df.iloc[1]
      0:1
    show 0:2
    = 0:2 3 Bonn Jones 7 1.25
      df.loc[2]
    edit 0:2 City=Ulm
    = changed 1 cell in 1 section
      df.loc[2, "City"] = "Ulm"
    edit where Qty > 3 set City=Ulm
    = changed 2 cells in 1 section
      df.loc[df.Qty > 3, "City"] = "Ulm"
    join other on id
      df.merge(other, on="id")
      left_join(other, by = "id")
      join other by id
      join other using id
    upper City
    = changed 3 cells in 1 section
      df.City.str.upper()
      uppercase City
    sort by Qty
    = reordered 3 rows in 1 section
      arrange(Qty)
    find bonn
    = 0:0 1 City Bonn
      grep -i bonn
    help sort
    = sort [--natural] [--dry-run] by COL [asc|desc], … [in S
      man sort
    changes other
      diff other
    changes
    = no unsaved changes
      status
      diff
      compare
      git status
      git diff
      git add .
    undo list
    = mark 0:3
      git log
      log
    show City,Price
    = 0:0 Bonn 2.5
      show City Price
    show City,Qty where Qty > 3
    = 0:1 Berlin 10
      show City Qty where Qty > 3
    show 0:1-2
    = 0:1 2 Berlin Smith 10 4
      show 1-2
    show @3  # by its key; by its place show 0:3: section 0, rows counting from 0
    = 0:2 3 Bonn Jones 7 1.25
      show 3
    show @2  # by its key; by its place show 0:2: section 0, rows counting from 0
      show row 2
    number Price,Qty
    = nothing changed
      number Price Qty
    sort by "Last Name"
    = reordered 4 rows in 1 section
      sort by Last Name
    group by "Last Name"
    = new n by Last Name: 4 rows in 1 section, 2 columns
      group by Last Name
    group by City count
    = new n by City: 3 rows in 1 section, 2 columns
      group City
    top 10 by Qty
    = new n top 10 by Qty: 4 rows in 1 section, 5 columns
      top Qty
    top 2 by Qty asc
    = new n top 2 by Qty: 2 rows in 1 section, 5 columns
      bottom 2 Qty
    edit @3 City=Ulm  # by its key; by its place edit 0:3 City=Ulm: section 0, rows counting from 0
    = changed 1 cell in 1 section
      edit 3 City=Ulm
      edit row 3 City=Ulm
    delete @2  # by its key; by its place delete 0:2: section 0, rows counting from 0
    = deleted 1 row in 1 section
      delete 2
      delete row 2
    edit where Qty == 3 set City=Ulm
    = changed 1 cell in 1 section
      edit City := "Ulm" where Qty == 3
      edit City = "Ulm" where Qty == 3
      edit City=Ulm where Qty == 3
      edit where Qty == 3 City=Ulm
      edit where Qty == 3 City = Ulm
      edit where Qty == 3 set City = Ulm
      set City = Ulm where Qty == 3
      update City = Ulm where Qty == 3
    edit 0:0 "Last Name"=Kay
    = changed 1 cell in 1 section
      edit 0:0 Last Name=Kay
    edit 0:0 City=Ulm
    = changed 1 cell
      edit 0:0 City = Ulm
      edit 0:0 City Ulm
    insert 0:end City=Ulm Qty=2
    = inserted 1 row in 1 section
      insert City=Ulm Qty=2
    rename "Last Name" Surname
    = renamed column 'Last Name' to 'Surname'
      rename Last Name Surname
    column delete City
    = removed column 'City'
      delete City
    column delete "Last Name"
    = removed column 'Last Name'
      delete column Last Name
    delete @2
    = deleted 1 row in 1 section
      remove @2
      rm @2
    column move City 0
    = moved column 'City'
      move City first
    split --rest "Last Name" by e into "Last Name"_1,"Last Name"_2
    = changed 6 cells of 4 rows in 1 section, added columns '
      split Last Name by e
    split --rest City by n into City_1,City_2
    = changed 6 cells of 3 rows in 1 section, added columns '
      split City on n
    combine City,"Last Name" into Full
    = changed 4 cells in 1 section, added column 'Full'
      combine City Last Name as Full
    trim City
    = nothing changed
      strip City
    number Price
    = nothing changed
      column type Price float
    find --column City Bonn
    = 0:0 1 City Bonn
      find City Bonn
      find Bonn in City
    section by City
    = added 3 sections, removed 1 section
      section City
      sections by City
    count where Qty > 5
    = 2
      count Qty > 5
    show where Price > 5
    = 0:3 4 Kay 1 9
      show Price > 5
    edit @1 City=Ulm
    = changed 1 cell
      edit @1 City: Ulm
    insert 0:0 City=Ulm
    = inserted 1 row
      insert 0:0 City = Ulm
    show where Price == 4 or Price == 9
    = 0:1 2 Berlin Smith 10 4
      show where Price in (4, 9)
    count where City == nil
    = 1
      df.City.isna().sum()
    count where City and City:match("^B")
    = 3
      count where City.startswith("B")
    fill up City
      fill up
    export --format html -
    = <table>
      .mode html

    """#
}
