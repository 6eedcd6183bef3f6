extension Mistakes {
  static let part2 = #"""
    show where Qty >= 3 and Qty <= 7
    = 0:0 1 Bonn Miller 3 2.5
      show where Qty BETWEEN 3 AND 7
    show where City == "Bonn" or City == "Berlin"
    = 0:0 1 Bonn Miller 3 2.5
      show where City IN ('Bonn', 'Berlin')
      filter(City %in% c("Bonn", "Berlin"))
      df[df.City.isin(["Bonn", "Berlin"])]
    show where City and not (City == "Bonn")
    = 0:1 2 Berlin Smith 10 4
      show where City NOT IN ('Bonn')
      show where NOT City = 'Bonn'
    show where not (City == "Bonn")
    = 0:1 2 Berlin Smith 10 4
      show where not City == "Bonn"
    show where Qty > 3 and Price < 5
    = 0:1 2 Berlin Smith 10 4
      show where Qty > 3 AND Price < 5
      show where Qty > 3 && Price < 5
      show where Qty > 3, Price < 5
      show where Qty > 3, price < 5
    count where Qty < 1000
    = 4
      count where Qty < 1,000
    delete where City == "Bonn" and Qty > 5
    = deleted 1 row
      delete where City == "Bonn", Qty > 5
      delete where City = Bonn, Qty > 5
    show where Qty > 3 or City == "Bonn"
    = 0:0 1 Bonn Miller 3 2.5
      show where Qty > 3 OR City = 'Bonn'
    show where Qty > 9 or Price < 2
    = 0:1 2 Berlin Smith 10 4
      show where Qty > 9 || Price < 2
    show where not (Qty > 3)
    = 0:0 1 Bonn Miller 3 2.5
      show where !(Qty > 3)
    show where not (City and City:match("^B"))
    = 0:3 4 Kay 1 9
      show where City !~ "^B"
    show where row["Last Name"] == "Jones"
    = 0:2 3 Bonn Jones 7 1.25
      show where Last Name == "Jones"
      show where [Last Name] = "Jones"
      show where `Last Name` = 'Jones'
      show where ${Last Name} == "Jones"
    show where Qty > 5
    = 0:1 2 Berlin Smith 10 4
      show where Qty > "5"
    show where Qty == 3
    = 0:0 1 Bonn Miller 3 2.5
      show where Qty == "3"
      show where Qty === 3
    count where Price > 4
    = 1
      count where Price > "4"
    delete where not (City ~= "Bonn")
    = deleted 2 rows in 1 section
      delete where not City ~= "Bonn"
    show where City and City:match("on")
    = 0:0 1 Bonn Miller 3 2.5
      show where City.contains("on")
      show where City contains "on"
      show where contains(City, "on")
      show where grepl("on", City)
      df[df.City.str.contains("on")]
    show where (City or ""):lower() == "bonn"
    = 0:0 1 Bonn Miller 3 2.5
      show where lower(City) == "bonn"
    show where #(City or "") > 4
    = 0:1 2 Berlin Smith 10 4
      show where len(City) > 4
    show where (City or ""):upper() == "BONN"
    = 0:0 1 Bonn Miller 3 2.5
      show where UPPER(City) = 'BONN'
    show where math.abs(Qty) > 5
    = 0:1 2 Berlin Smith 10 4
      show where abs(Qty) > 5
    count where City == "Bonn" and Qty > 3
    = 1
      count where City = Bonn and Qty > 3
    edit where City == "Bonn" set Qty=0
    = changed 2 cells in 1 section
      edit where City = 'Bonn' set Qty=0
    delete where City == "Bonn"
    = deleted 2 rows in 1 section
      delete where City = 'Bonn'
    keep where City and City:match("^B")
    = deleted 1 row in 1 section
      keep where City LIKE 'B%'
    assert every Qty > 0
      assert every Qty > "0"
    save; quit
    = nothing to save
      :wq
      :x
      save and quit
    quit!
      :q!
      exit!
    replace City Bonn Ulm
    = changed 2 cells in 1 section
      :%s/Bonn/Ulm/g
      :s/Bonn/Ulm/
      s/Bonn/Ulm/g
      find and replace Bonn Ulm
      df.City.str.replace("Bonn", "Ulm")
      sed 's/Bonn/Ulm/'
      sed -i s/Bonn/Ulm/g
      replace City Bonn with Ulm
      replace Bonn with Ulm in City
      replace Bonn Ulm
    find Bonn
    = 0:0 1 City Bonn
      /Bonn
      grep Bonn
    find "Last Name"
    = no cell holds 'Last Name'
      /Last Name
      grep "Last Name"
    help find
    = find [--regex] [--column COLS] … TEXT
      n
    undo
    = took back
      u
      :u
    help delete
    = delete rows
      dd
      remove
      erase
    scroll home
    = offset 0 of 0 points; 0:0 to 0:3 are visible
      gg
    scroll 0:-1
    = 0:3
      G
      go end
    scroll 0:2
    = offset 0 of 0 points; 0:0 to 0:3 are visible
      :3
      goto 3
    set
    = print replies as text
      :set nu
    help duplicate
    = duplicate [--dry-run] TARGET
      yy
    query SELECT sum(Qty) FROM n
    = new query of n: 1 row in 1 section, 1 column
      =SUM(Qty)
      sum Qty
      df.Qty.sum()
    describe Qty
    = column kind nulls distinct min max sum mean median
      =AVERAGE(Qty)
      max Qty
      df.Qty.mean()
      mean(df$Qty)
    describe Price
    = column kind nulls distinct min max sum mean med
      =MAX(Price)
      average Price
    count where City == "Bonn"
    = 2
      =COUNTIF(City, "Bonn")
      countif(City, "Bonn")
    query SELECT sum(Qty) FROM n WHERE City = 'Bonn'
    = new query of n: 1 row in 1 section, 1 column
      =SUMIF(City, "Bonn", Qty)
    help pivot
    = pivot [--skip-errors]
      pivot table
      reshape long-to-wide
      df.pivot_table(index="City")
    dedupe by * but id
    = no row repeats another
      remove duplicates
      df.drop_duplicates()
    dedupe --dry-run by * but id
    = no row repeats another
      uniq
      distinct
    help split
    = split [--rest] [--dry-run] [--skip-errors] COL by SEPAR
      text to columns
      nest --explode City
    insert 0:end
    = inserted 1 row in 1 section
      insert row
    column add Total := Qty * Price
    = changed 4 cells in 1 section, added column 'Total'
      add column Total = Qty * Price
      Total = Qty * Price
      mlr put '$Total = $Qty * $Price'
      put $Total = $Qty * $Price
      addcol-expr Total = Qty * Price
      df["Total"] = df.Qty * df.Price
      df["Total"] = df["Qty"] * df["Price"]
      mutate(Total = Qty * Price)
      df %>% mutate(Total = Qty * Price)
      column add Total = Qty * Price
      column add Total Qty * Price
      column add Total=Qty*Price
      column Total = Qty * Price
    edit * Price := Price * 2
      Price = Price * 2
    save --as DIR/out.csv
    = saved 4 rows
      save as DIR/out.csv
    edit where Price ~= nil set Price := math.floor(Price + 0.5)
    = changed 2 cells in 1 section
      round Price
    sort by City desc
    = reordered 2 rows in 1 section
      sort -r City
      sort -r
    show 0:0-3
    = 0:0 1 Bonn Miller 3 2.5
      head
      df.head()
      limit
    show 0:-4..-1
    = 0:0 1 Bonn Miller 3 2.5
      tail
    show 0:-1..-1
    = 0:3 4 Kay 1 9
      tail -n 1
      df.tail(1)
      show last 1
    show *
    = 0:0 1 Bonn Miller 3 2.5
      cat
      print(df)
      View(df)
      less
    dedupe by City
    = deleted 1 row in 1 section
      uniq -g City
      df.drop_duplicates(subset=["City"])
      dedupe City
    group by City mean Qty
    = new n by City: 3 rows in 1 section, 2 columns
      stats1 -a mean -f Qty -g City
      df.groupby("City")["Qty"].mean()
      group by City avg Qty
      average Qty by City
    top 2 by Qty
    = new n top 2 by Qty: 2 rows in 1 section, 5 columns
      top -n 2 -f Qty
      df.nlargest(2, "Qty")
      slice_max(Qty, n = 2)
      top 2 Qty
      largest 2 Qty
    fill down City
    = changed 1 cell
      fill-down -f City
      df["City"].ffill()
      fill down
      fill City
    sample 2
    = new n sample 2: 2 rows in 1 section, 5 columns
      sample -k 2
      df.sample(2)
    number Qty
    = nothing changed
      type-int Qty
      type Qty int
      column type Qty int

    """#
}
