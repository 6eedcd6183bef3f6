extension Mistakes {
  static let part6 = #"""
    set timing on
    = timing is on
      \timing
      .timer on
    set pager off
    = pager is off
      \pset pager off
    info
    = n.csv
      \dt+
      :buffers
    columns
    = id number key
      \di
      .headers on
    show *
    = 0:0 1 Bonn
      .mode column
      clear filter
      unfilter
    edit where City == "Bonn" set Qty=5
    = changed 2 cells
      UPDATE SET Qty = 5 WHERE City = 'Bonn'
    number Qty
    = nothing changed
      ALTER TABLE n ALTER COLUMN Qty TYPE integer
      pd.to_numeric(df.Qty)
    help insert
    = insert
      INSERT INTO n VALUES (1,2,3)
      paste
    help query
    = query
      CREATE INDEX i ON n(City)
      UNION
    help unpivot
    = unpivot
      UNPIVOT n ON Price, Qty
      unpivot
    changes
    = no unsaved changes
      .changes on
    sort by City, Qty desc
    = reordered
      mlr --csv sort -f City -nr Qty
    group by City mean Qty sum Qty
    = new n by City
      mlr --csv stats1 -a mean,sum -f Qty -g City
      df.groupby('City')['Qty'].agg(['mean','sum'])
    column move City 4
    = moved column 'City'
      mlr reorder -e -f City
    help sample
    = sample
      shuf
      df.sample(frac=0.1)
    top 2 by Qty
    = new n top 2 by Qty
      df.sort_values('Qty', ascending=False).head(2)
    top 1 by Qty
    = new n top 1 by Qty
      df.Qty.idxmax()
    dedupe by City keep last
    = deleted 1 row
      df.drop_duplicates(subset='City', keep='last')
    column add x := 5
    = added column 'x'
      df['x'] = 5
      df.x = 5
      mlr put '$x = 5'
    column add Result := Qty > 5 and "big" or "small"
    = added column 'Result'
      =IF(Qty>5,"big","small")
    column add Result := Qty * Price
    = added column 'Result'
      =Qty*Price
    query SELECT sum(Qty) FROM n
    = 1 row in 1 section
      awk '{s+=$4} END {print s}'
    count where Qty > 5
    = 2
      len(df[df.Qty > 5])
    show City where Qty > 5
    = 0:1 Berlin
      df.loc[df.Qty > 5, 'City']
    show 0:0-1
    = 0:0 1 Bonn
      df.iloc[0:2]
    replace --whole City Bonn Ulm
    = changed 2 cells
      df.City.map({'Bonn':'Ulm'})
    column type Qty text
      df['Qty'].astype(str)
    help describe
    = describe
      df.plot()
      plot Qty
    help section
    = section
      df.set_index('id')
      set_index City
    delete 0:0-1  # rows 1 to 2 as shown: section 0, rows counting from 0
    = deleted 2 rows
      delete rows 1 to 2
    insert 0:1  # before row 2 as shown: section 0, rows counting from 0
    = inserted 1 row
      insert row 2
      insert row above 2
    delete *
    = deleted 4 rows
      :%d
    delete where City == nil and row["Last Name"] == nil and Qty == nil and Price == nil
    = nothing changed
      delete blank rows
      remove empty rows
    help save
    = save
      mv n.csv b.csv
    help delete
    = delete
      rm n.csv
      dw
    help duplicate
    = duplicate
      copy
      yyp
    help edit
    = edit
      F2
      vim
    undo
    = took back
      ctrl-z
    help sort
    = sort
      sort descending
      tac
      sort -t, -k3 n.csv
    show 0:-2..-1
    = 0:2 3 Bonn
      tail -2 n.csv
      last 2 records
    count
    = 4
      wc -l n.csv
      how many rows
    group by Qty,City count
    = new n by Qty, City
      group City by Qty
    group by City,"Last Name" sum Qty
    = new n by City, Last Name
      group by City Last Name sum Qty
    combine City,"Last Name" into both with " "
    = added column 'both'
      =CONCATENATE(City, " ", "Last Name")
    combine City,"Last Name" into both
    = added column 'both'
      =CONCATENATE(City, "Last Name")
    describe Qty
    = number
      average
      df.Qty.std()
    section by City
    = added 3 sections
      split by City
      facet City
    show where City == "Bonn" and Qty > 5
    = 0:2 3 Bonn
      filter City = Bonn and Qty > 5
    column add Length := utf8.len(City or "")
    = added column 'Length'
      df.City.str.len()
    edit @2 City=Ulm
    = changed 1 cell
      edit City @2 Ulm
      edit City of @2 to Ulm
      set City @2 Ulm
      change City @2 to Ulm
      update City @2 = Ulm
    edit 0:2 City="New York"
    = changed 1 cell
      edit City 0:2 New York
      edit City 0:2 = New York
      edit City at 0:2 to New York
      edit City, 0:2, New York
      set city 0:2 New York
    export DIR/out.json; export DIR/out.md
    = exported 4 rows
      export DIR/out.json DIR/out.md
      export DIR/out.json, DIR/out.md
      export DIR/out.json and DIR/out.md
    trim City; title City
      df["City"].str.strip().str.title()
      df["City"] = df["City"].str.strip().str.title()
    trim City; lower City
    = changed 3 cells
      df.City = df.City.str.strip().str.lower()
    group by City,Qty mean Price
    = new n by City, Qty
      df.groupby(["City","Qty"])["Price"].mean()
      df.groupby(["City","Qty"])["Price"].mean().reset_index()
      print(df.groupby(["City", "Qty"])["Price"].agg("mean"))
    group by City sum Qty max Price
    = new n by City
      df.groupby("City").agg({"Qty":"sum","Price":"max"})
    pivot City Qty Price mean
    = new n by City, Qty
      df.pivot_table(index="City",columns="Qty",values="Price",aggfunc="mean")
      df.pivot_table(values="Price",index="City",columns="Qty",aggfunc="mean")
    unpivot * but City into variable,value
    = new n unpivoted
      df.melt(id_vars=["City"])
    number Qty
    = nothing changed
      df.astype({"Qty": int})
    column type Qty text
    = typed column 'Qty' text
      df.astype({"Qty": str})
    delete 0:1,0:2  # rows count from 0
    = deleted 2 rows
      df.drop([1, 2])
    split --rest "Last Name" by i into a,b
    = added columns 'a', 'b'
      df[["a","b"]] = df["Last Name"].str.split("i", expand=True)
    column add N at 0
    = added column 'N'
      df.insert(0, "N", "")
    column add T := Qty * Price
    = added column 'T'
      df.assign(T=df.Qty*df.Price)
    edit where City == nil set City=x
    = changed 1 cell
      df.fillna("x")
      df = df.fillna("x")
      =IFERROR(City,"x")
    show City,"Last Name",Qty where Qty > 5
    = 0:1 Berlin Smith 10
      =FILTER(B:D, Qty>5)
    sort by City desc
    = reordered
      =SORT(City, 1, FALSE)
      =SORT(B:D, 1, FALSE)
    sort by Qty
    = reordered
      =SORT(B:D, 3)
    count where City == "Bonn" and Qty > 5
    = 1
      =COUNTIFS(City,"Bonn",Qty,">5")
    query SELECT sum(Price) FROM n WHERE Qty > 5
    = 1 row in 1 section, 1 column
      =SUMIF(Qty,">5",Price)
      =SUMIFS(Price,Qty,">5")
    query SELECT avg(Price) FROM n WHERE City LIKE 'B%' AND Qty > 5
    = 1 row in 1 section, 1 column
      =AVERAGEIFS(Price,City,"B*",Qty,">5")
    query SELECT group_concat(City, ', ') FROM n
    = 1 row in 1 section, 1 column
      =JOIN(", ",City)
      =TEXTJOIN(", ",TRUE,City)
    replace --regex City '[^a-z]' ""
    = changed 3 cells
      =REGEXREPLACE(City,"[^a-z]","")
    column add Today := os.date("%Y-%m-%d")
    = added column 'Today'
      =TODAY()
    find Bonn
    = 0:0
      ctrl-f Bonn
      Ctrl+F Bonn
    column add Qty_2  # there is a Qty already
    = added column 'Qty_2'
      column add Qty
    rename City Qty_2  # there is a Qty already
    = renamed column 'City' to 'Qty_2'
      rename City Qty
      rename City to Qty
    combine City,"Last Name" into Qty_2  # there is a Qty already
    = added column 'Qty_2'
      combine City,"Last Name" into Qty
    edit * Qty=5
    = changed 4 cells
      column add Qty=5
      column add Qty = 5
    query "SELECT City FROM n"; export DIR/out.csv
    = exported 4 rows
      query SELECT City FROM n > DIR/out.csv
      SELECT City FROM n > DIR/out.csv
    query "SELECT City FROM n WHERE Qty > 3"; export - | wc -l
      query SELECT City FROM n WHERE Qty > 3 | wc -l
    number --decimal . Price
    = nothing changed
      number Price decimal .
      number Price decimal=point
      number Price --decimal .
    history --script > DIR/out.tsh
      save DIR/out.tsh
      export DIR/out.tsh
    help save
    = save
      help save as
    help pivot_table
    = pivot City
      help pivot table
    help merge
    = merge
      help mergge
    show 0:0-3
    = 0:3
      print(df.head())
    edit where row["Last Name"] == "Kay" set Qty=3
    = changed 1 cell
      edit Last Name = Kay set Qty=3
      edit Last Name == Kay then Qty=3
      edit Last Name == Kay Qty=3
    show where City == "Bonn"  -- to change these: edit where City == "Bonn" set COL=VALUE
    = 0:2
      edit where City == "Bonn"
      edit where City = Bonn
      edit City == "Bonn"
    help sort
    = sort
      sort City Qty > DIR/out.csv
    help count
    = count
      =COUNTIFS(City,"Bonn",Qty,">5",Price,"<9")
    trim City; title City
    = nothing changed
      =PROPER(TRIM(B2))
      =TRIM(PROPER(City))
    column add Result := City == "Bonn" and 1 or 0
    = added column 'Result'
      =IF(B2="Bonn",1,0)
    replace City n ""
    = changed 3 cells
      =SUBSTITUTE(B2,"n","")
    sort by Qty desc
    = reordered
      =SORT(A2:E,4,FALSE)
    combine City,"Last Name" into both
    = added column 'both'
      =B2&C2
      =City&"Last Name"
    edit 0:2 City=Ulm
    = changed 1 cell
      edit City Ulm 0:2
      set cell 0:2 City Ulm
      put 0:2 City Ulm
      change 0:2 City to Ulm
    delete 0:1,0:2
    = deleted 2 rows
      delete 0:1 0:2
      delete rows 0:1, 0:2
    delete 0:1-2
    = deleted 2 rows
      delete 0:1-0:2
      delete 0:1..0:2
      delete rows 0:1-2
    delete 0:-2..-1
    = deleted 2 rows
      delete last 2
    help edit
    = edit
      edit City 0:2
    delete where Qty > 5
    = deleted 2 rows
      query DELETE FROM n WHERE Qty > 5
    edit where City == "Bonn" set Qty=5
    = changed 2 cells
      query UPDATE n SET Qty = 5 WHERE City = 'Bonn'

    """#
}
