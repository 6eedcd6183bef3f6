extension Mistakes {
  /// Over orders without a key, with dates of several forms, amounts, and a null.
  static let messy = #"""
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD
    = changed 2 cells
      date "Order Date"
      date Order Date
      date "Order Date" YYYY-MM-DD
      date "Order Date" to YYYY-MM-DD
      date "Order Date" iso
      to_datetime "Order Date"
      column type "Order Date" date
      pd.to_datetime(df["Order Date"])
      df["Order Date"] = pd.to_datetime(df["Order Date"])
    date "Order Date" YYYY-MM-DD "MMM DD, YYYY" DD.MM.YYYY
    = changed 3 cells
      date "Order Date" DD.MM.YYYY
    join DIR/cities.csv on City=city
    = 3 of 4 rows have a partner
      join DIR/cities.csv
      merge DIR/cities.csv
      join DIR/cities.csv on city
      left join DIR/cities.csv on City = city
      LEFT JOIN DIR/cities.csv ON orders.City = cities.city
      JOIN DIR/cities.csv USING (city)
      join DIR/cities.csv City city
      vlookup DIR/cities.csv
    join DIR/cities.csv on City=city inner
    = 3 of 4 rows have a partner
      join DIR/cities.csv inner
      inner join DIR/cities.csv on City = city
    query SELECT "Order Date", City FROM orders
    = 4 rows
      query SELECT Order Date, City
      query SELECT order date, City FROM orders
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD; count where row["Order Date"] > "2024-07-01"
    = 3
      count where row["Order Date"] > "2024-07-01"
      count where Order Date > 2024-07-01
    delete 0:1  # row 2 as shown: section 0, rows counting from 0
    = deleted 1 row
      delete row 2
      drop row 2
      remove line 2
      delet row 2
    delete 0:2  # by its place: section 0, rows counting from 0
    = deleted 1 row
      delete 2
      rm 2
      del 2
    delete 0:1-2  # rows 2 to 3 as shown: section 0, rows counting from 0
    = deleted 2 rows
      delete rows 2-3
      delete rows 2 to 3
    delete 0:2-3  # by their places: section 0, rows counting from 0
    = deleted 2 rows
      delete 2-3
      drop 2-3
    delete 0:1,0:3  # rows 2 and 4 as shown: rows counting from 0
    = deleted 2 rows
      delete rows 2,4
    edit where row["Order Id"] == "A2" set City=Ulm
    = changed 1 cell
      edit City @A2 Ulm
      set City of @A2 to Ulm
    replace Price USD ""; number --decimal . Price
    = changed
      number Price --decimal .
      number Price decimal .
    replace Price USD ""; number --decimal . Price,Qty
    = changed
      number Price,Qty --decimal .
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD
    = changed 2 cells
      =TEXT("Order Date","yyyy-mm-dd")
      =DATEVALUE("Order Date")
    date "Order Date" YYYY-MM-DD "MMM DD, YYYY" DD.MM.YYYY
    = changed 3 cells
      =TEXT("Order Date","dd.mm.yyyy")
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD; column add Year := row["Order Date"] and row["Order Date"]:match("^%d+")
    = added column 'Year'
      =YEAR("Order Date")
    query SELECT "Order Id", City FROM orders
    = 4 rows
      SELECT order id, City FROM orders
      query SELECT order id, City FROM orders.csv
    replace Customer "Ann Lee" "Eve Orr"
    = changed 1 cell
      :%s/Ann Lee/Eve Orr/
      :%s/Ann Lee/Eve Orr/g
      sed -i s/Ann Lee/Eve Orr/g
    replace Customer "Ann " Eva
    = changed 1 cell
      :%s/Ann /Eva/
    split --rest Customer by " " into first,rest
    = changed
      =SPLIT(Customer, " ")
    top 2 by Qty
    = 2 rows
      select top 2 Qty
    group by City sum Qty
    = 3 rows
      tally City by Qty
      sum Qty by City
    trim City; title City
      edit * City := title(trim(City))
      UPDATE orders SET City = INITCAP(TRIM(City))
    title City
      edit * City := title(City)
      edit * City = title(City)
    upper City
    = changed 3 cells
      edit * City = upper(City)
    edit where Qty == 3 set City := row["Order Date"]
    = changed 1 cell
      UPDATE orders SET City = "Order Date" WHERE Qty = 3
    edit * City := Customer:upper()
    = changed 4 cells
      UPDATE orders SET City = UPPER("Customer")
    delete where Qty > 3
    = deleted 2 rows
      delete whre Qty > 3
    combine Customer,City into Full
    = added column 'Full'
      column add Full = Customer + City
    edit 0:2 Qty=9
    = changed 1 cell
      df.loc[2,'Qty']=9
      df.at[2, 'Qty'] = 9
    show 0:2
    = 0:2 A3 Cid May
      df.loc[2]
    show * but Customer
    = 0:0 A1 Bonn
      SELECT * EXCLUDE (Customer) FROM orders
      query SELECT * EXCLUDE (Customer) FROM orders
    query SELECT City, count(*) FROM orders GROUP BY City
    = 3 rows
      SELECT City, count(*) FROM orders GROUP BY ALL
      query SELECT City, count(*) FROM orders GROUP BY ALL
    describe Qty
    = number
      query SELECT quantile_cont(Qty, 0.99) FROM orders
      SELECT quantile_cont(Qty, 0.99) FROM orders
      df.Qty.quantile(0.99)
      quantile(Qty, 0.99)
    show where Qty < -5.375 or Qty > 15.625  -- beyond the quartiles by 1.5 times their distance
      outliers Qty
      select outliers Qty
    query SELECT City FROM orders
    = 4 rows
      query SELECT City FROM 'DIR/orders.csv'
    open DIR/cities.csv; query SELECT * FROM orders JOIN cities ON true
    = 8 rows
      query SELECT * FROM orders JOIN 'DIR/cities.csv' ON true
    split --rest Customer by " " into First,Last
    = added columns 'First', 'Last'
      split Customer " " into First,Last
      split Customer " " First Last
    pivot City Customer Qty mean
    = new orders by City, Customer: 3 rows
      pivot City Customer Qty avg
    group by City sum Qty mean Qty
    = new orders by City
      group by City sum Qty, mean Qty
      group by City sum Qty, avg Qty
    sample 2
      sample 50%
    show Customer
    = 0:0 Ann Lee
      scroll to Customer
    column hide Customer
      column Customer hide
    export DIR/out.csv
      df.to_parquet('DIR/out.parquet')
      COPY orders TO 'DIR/out.parquet'
    show where Qty > 5.25 + 1*4.031129
    = 0:1 A2
      show where Qty > mean(Qty) + 1*stddev(Qty)
    split Customer by " " into First,Last
    = added columns 'First', 'Last'
      split Customer into First Last
      split Customer into First and Last
      split Customer into First, Last
      split Customer First Last
    edit where row["Order Id"] == "A2" set Qty=7
    = changed 1 cell
      edit A2 Qty=7
    replace Price USD ""; number Price; column add Total := Price * Qty
    = added column 'Total'
      column add Total = Price * Qty
      df["Total"] = df.Price * df.Qty
      column add Total = Price*Qty
      column add Total = "Price*Qty"
      edit Total = Price * Qty
      mlr put '$Total = $Price * $Qty'
      column add Total := Price * Qty
    replace Price USD ""; number Price; column add Result := Price * Qty
    = added column 'Result'
      =Price*Qty
    replace Price USD ""; number Price; count where Price > 3
    = 2
      count where Price > 3
    dedupe
    = no row repeats another
      qdedupe
      dedpue
    show City
    = 0:0 Bonn
      shwo City
    sort by Qty
    = reordered
      srot by Qty
    fill down City
    = changed 1 cell
      fillna City
    replace Price USD ""; number Price; describe Price
    = number
      query SELECT median(Price) FROM orders
      SELECT median(Price) FROM orders
    pivot City Customer Qty sum
    = new orders by City, Customer: 3 rows
      query PIVOT orders ON Customer USING sum(Qty) GROUP BY City
      PIVOT orders ON Customer USING sum(Qty) GROUP BY City
    pivot "Order Id" Customer Qty sum
    = 4 rows
      query PIVOT orders ON Customer USING sum(Qty)
    count where Qty > 3
    = 2
      count City where Qty > 3
    show "Order Id",Price where Qty > 3
    = 0:1 A2
      show order id,Price where Qty > 3
    query "SELECT City FROM orders"; count  # without quotes, query takes the rest of the line
    = 4 rows
      query SELECT City FROM orders; count
    dedupe
    = no row repeats another
      remove duplicates
      drop duplicates
      drop_duplicates
      df.drop_duplicates()
    trim *
    = nothing changed
      trim all
      clean
    edit 0:1 "Order Date"=7
    = changed 1 cell
      D3 = 7
      D3=7
      edit D3 7
      set D3 7
    show "Order Date" 0:1
    = 0:1 09.06.2024
      D3
      goto D3
      select D3
    edit 0:0 City=Ulm  # all rows: edit * City=Ulm
    = changed 1 cell
      edit City Ulm
      edit City=Ulm
      set City = Ulm
      set City Ulm
      change City to Ulm
    pivot City Customer "Order Id" count
    = new orders by City, Customer: 3 rows
      pivot City Customer
      pivot City by Customer
      crosstab City Customer
      pd.crosstab(df.City, df.Customer)
    pivot City Customer Qty sum
    = new orders by City, Customer: 3 rows
      pivot City by Customer sum Qty
      pivot rows City columns Customer values Qty
    edit where Qty > 5.25 set City=Ulm
    = changed 1 cell
      edit where Qty > avg(Qty) set City=Ulm
    show where Qty == 10
    = 0:1 A2 Bob Ray
      show where Qty == max(Qty)
    show where not (City and City:match("n"))
    = 0:1 A2 Bob Ray
      show where City has no n
      show where City does not contain "n"
      show where City without n
    keep where not Customer:match(" ")
      keep where Customer has no " "
    edit on  # then select rows, and delete-selected deletes them
    = editing is on
      delete-selected
    replace Price USD ""; number Price
    = changed
      show where Price > avg(Price)
    open DIR/cities.csv
    = 2 rows in 1 section, 2 columns
      FROM 'DIR/cities.csv'
      SELECT * FROM 'DIR/cities.csv'
      SELECT * FROM read_csv('DIR/cities.csv')
    open DIR/other.csv; changes DIR/cities.csv
      diff DIR/cities.csv DIR/other.csv
      compare DIR/cities.csv with DIR/other.csv
    delete where row["Order Date"] == nil
      dropna "Order Date"
    delete 0:1  # row 2 as shown: section 0, rows counting from 0
    = deleted 1 row
      delete row 2
    edit 0:2 Qty=5  # row 3 as shown: section 0, rows counting from 0
    = changed 1 cell
      edit row 3 Qty=5
      edit row 3 Qty 5
    show 0:1-3  # by their places: section 0, rows counting from 0
    = 0:1 A2 Bob Ray
      show 1 to 3
    export --format json -
    = A1
      save --format json -
    edit * City := Customer:gsub(" ","")
    = changed 4 cells
      edit City := Customer:gsub(" ","")
    edit where City ~= nil set City := string.rep(City, 2)
    = changed 3 cells
      edit City := string.rep(City, 2)
    top 2 by Qty
    = 2 rows
      sort by Qty desc limit 2
    top 2 by Qty asc
    = 2 rows
      sort by Qty limit 2
    query SELECT * FROM orders WHERE Qty > 2 ORDER BY Qty
      show where Qty > 2 order by Qty
    sample 20
      sample
    top 5 by Qty
      top
    rename City City_2
      rename City
      rename
    help replace
      replace City
      replace
      replace City Bonn
    fill down City
      fill City
      fill down
    column add note
      column add
    column move City 0
      column move City
    column rename City City_2
      column rename City
    sort by City
      sort by
    group by City count
      group by
    find Bonn
      find
    help edit
      edit A1=5
      edit 0:1
    replace Price USD ""; number Price
      number
    dedupe --dry-run by City
      dedupe by
    replace City Ulm Bonn
    = changed 1 cell
      replace City Ulm Bonn where
    export --bom DIR/out-excel.csv Customer,Qty
      export DIR/out.xlsx Customer,Qty
    delete where City == nil
    = deleted 1 row
      dropna
      drop_na()
    sort by City, Qty desc
    = reordered
      sort City ascending then Qty descending
      sort by City and then by Qty desc
    replace Price USD ""; number Price; query SELECT sum(Price) FROM orders
    = new query of orders: 1 row in 1 section, 1 column
      sum Price
      =SUM(Price)
    number Qty
    = nothing changed
      astype Qty int
      column type Qty float
      df.Qty.astype(float)

    """#
}
