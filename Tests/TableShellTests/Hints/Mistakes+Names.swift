extension Mistakes {
  /// Columns in another case, values of several words, and lines with two slips.
  static let names = #"""

    pivot City "Last Name" Qty sum
    = new n by City, Last Name
      pivot city "last name" qty sum
      pivot CITY "Last name" Qty sum
    column move Price after City
    = moved column 'Price' after 'City'
      column move price after city
    edit where City == "Bonn" set City=Ulm Qty=4
    = changed 4 cells
      edit where city == "Bonn" set city=Ulm qty=4
    edit where row["Last Name"] == "city" set City=price
    = nothing changed
      edit where row["last name"] == "city" set city=price
    column add Total := Price*Qty
    = added column 'Total'
      column add Total := price*Qty
      column add Total := price*qty
    describe City
    = City text 1 2
      describe city
      DESCRIBE city
    describe Qty
    = Qty number
      info Qty
      info qty
    column hide Price
    = hid column 'Price'
      column hide price
    column unhide Price
    = 'Price' is not hidden
      column show Price
      show hidden Price
    replace City Bonn city
    = changed 2 cells
      replace city Bonn city
    show City,Qty where Qty > 3
    = 2 rows of 4
      show city,qty where qty > 3
      show City Qty where Qty > 3
      show city qty where qty > 3
    edit 0:1 City="New York"
    = changed 1 cell
      edit 0:1 City=New York
      edit 0:1 City = New York
      edit 0:1 set city = New York
    edit where Qty > 3 set City="New York"
    = changed 2 cells
      edit where Qty > 3 set City=New York
      edit where Qty > 3 set City = New York
      edit City=New York where Qty > 3
    edit * City="New York"
    = changed 4 cells
      edit * City=New York
    edit selected City="New York"
    = nothing changed
      edit selected City=New York
    edit 0:0-1 City="New York" Qty=5
    = changed 4 cells
      edit 0:0-1 City=New York Qty=5
      edit 0:0-1 City = New York, Qty = 5
    insert 0:end City="New York" "Last Name"=Ray
    = inserted 1 row
      insert 0:end City=New York Last Name=Ray
      insert City = New York, Last Name = Ray
    edit 0:0 Qty=5 City=Berlin
    = changed 2 cells
      edit 0:0 Qty = 5, City = Berlin
    edit * City=Ulm; edit * Qty := Qty + 1
    = changed 4 cells
      edit * Qty = Qty + 1, City=Ulm
    duplicate 0:1; edit 0:2 City="New York"
    = changed 1 cell
      duplicate 0:1 City=New York
    split "Last Name" by e into "First Part",Rest
    = added columns 'First Part', 'Rest'
      split "Last Name" by e into First Part,Rest
      split "Last Name" by e into First Part, Rest
    combine City,"Last Name" into "Full Name" with ", "
    = added column 'Full Name'
      combine City,"Last Name" into Full Name with ", "
    rename City "Home Town"
    = renamed column 'City' to 'Home Town'
      rename City Home Town
      rename City to Home Town
    show where Qty >= 3 and Qty <= 7
    = 2 rows of 4
      show where Qty >= 3 and <= 7
    count where Qty > 3 and Qty < 10
    = 1
      count where Qty > 3 && < 10
    count where City == "Ulm" or City == "Bonn"
    = 2
      count where City == "Ulm" or == "Bonn"
    edit * City := Qty > 5 and "big" or "small"
    = changed 4 cells
      edit * City := Qty > 5 ? "big" : "small"
      edit * City := "big" if Qty > 5 else "small"
      edit * City := CASE WHEN Qty > 5 THEN 'big' ELSE 'small' END
    column add Size := Qty > 8 and "big" or (Qty > 5 and "middle" or "small")
    = added column 'Size'
      column add Size := Qty > 8 ? "big" : Qty > 5 ? "middle" : "small"
    edit * Price := tonumber(string.format("%.1f", Price))
    = changed 1 cell
      edit * Price := round(Price, 1)
    column add key := City and #City; sort by key; column delete key
    = removed column 'key'
      sort by len(City)
    column add key := Qty * Price; sort by key desc; column delete key
    = removed column 'key'
      sort by Qty * Price desc
    column move Price,City after id
    = moved columns 'Price', 'City' after 'id'
      column move Price City after id
    group by City sum Qty
    = 3 rows
      group City Qty
    query SELECT City, sum(Qty) AS total FROM n GROUP BY City ORDER BY total
    = 3 rows
      group by City sum Qty sort by Qty
      group by City sum(Qty) sort by sum(Qty)
    query SELECT City, sum(Qty) AS total FROM n GROUP BY City ORDER BY total DESC
    = 3 rows
      group by City sum Qty order by sum desc
    query SELECT City, Qty FROM n WHERE Qty > 3 ORDER BY Qty
    = 2 rows
      show City, Qty where Qty > 3 order by Qty
      show City,Qty where Qty > 3 sort by qty
    query SELECT * FROM n WHERE Qty > 3 ORDER BY "Last Name" desc
    = 2 rows
      show where Qty > 3 order by Last Name desc
      show * where Qty > 3 order by "Last Name" desc
    sort by Qty desc
    = reordered
      show Qty desc
    show City,Qty,Price
    = 4 rows
      show City Qty Price
      show City, Qty Price
    edit * City := City and City:upper()
    = changed 3 cells
      edit * City=City:upper()
    upper City
    = changed 3 cells
      edit * City=upper(City)
    upper City where Qty > 3
    = changed 2 cells
      edit where Qty > 3 set City=upper(City)
    edit 0:0 Qty=5
    = changed 1 cell
      edit 0:0 Qty==5
    edit 0:0 id=5
    = changed 1 cell
      A1=5
      a1 = 5
    edit where Qty > 3 set City="New York" Price=5
    = changed 4 cells
      edit where Qty > 3 City = New York, Price = 5
    edit 0:0 Qty=4; edit 0:0 City := City and City:upper()
    = changed 1 cell
      edit 0:0 City=upper(City) Qty=4
    column add Size := Qty > 5 and "big" or "small"
    = added column 'Size'
      column add Size := if Qty > 5 then "big" else "small"
      edit * Size := if Qty > 5 then "big" else "small" end
    column add Double; edit where Qty > 5 set Double := Qty * 2
    = changed 2 cells
      column add Double := Qty * 2 where Qty > 5
    query SELECT City,Qty FROM n WHERE Qty > 3 ORDER BY Qty
    = 2 rows
      select City, Qty where Qty > 3 order by Qty
    replace City Bonn "New Bonn"
    = changed 2 cells
      replace City Bonn with New Bonn
      replace City Bonn New Bonn
    replace City "Old Bonn" Bonn
    = nothing changed
      replace City Old Bonn with Bonn
    edit where City == nil set City="Not Known"
    = changed 1 cell
      fill City with Not Known
    tally City
    = Bonn 2
      tally City sort by count
      tally City desc
    describe City Qty
    = City text
      desc City Qty
    split City by " " into a,b
    = added columns 'a', 'b'
      split City on space into a,b
    split --rest City by " " into a,b
    = added columns 'a', 'b'
      split City by " " to a, b
      split City by " " a b
    combine City,"Last Name" into Both with -
    = added column 'Both'
      combine City, "Last Name" with - into Both
    column unhide *
    = none of them is hidden
      column show *
    query SELECT City, avg(Qty) AS mean FROM n GROUP BY City ORDER BY mean DESC
    = 3 rows
      group by City mean Qty sort by Qty desc
    help split
    = split [--rest]
      split City into a b c
    help fill
    = fill [--dry-run] down|up
      fill down City where Qty > 3
      fill up City where city == "Bonn"
    help replace
    = replace [--whole|--regex]
      replace Bonn
    help keys
    = A key is one or more columns
      set key "Last Name"
      key City

    """#

  /// The same over a table without a key.
  static let messyNames = #"""
    edit where row["Order Id"] == "A2" set "Order Date"=2024-05-01
    = changed 1 cell
      edit @A2 Order Date=2024-05-01
      edit @A2 order date = 2024-05-01
    edit where row["Order Id"] == "A3" set Customer="Paul Koch"
    = changed 1 cell
      edit @A3 Customer=Paul Koch
      edit @A3 customer=Paul Koch
    replace Price USD ""; number Price; column add Total := Price * Qty
    = added column 'Total'
      column add Total := price*qty
    replace Price USD ""; number Price
    = changed 3 cells
      number Price $
      number "$" Price
    split Customer by " " into First,Last
    = added columns 'First', 'Last'
      split Customer First,Last
      split Customer into First,Last
    split Customer by " " into "First Name","Last Name"
    = added columns 'First Name', 'Last Name'
      split Customer "First Name","Last Name"
      split Customer into First Name,Last Name
    insert 0:end "Order Id"=A9
    = inserted 1 row
      insert A9
    edit 0:1 Qty=5  # row 3 of a spreadsheet, whose row 1 is the header
    = changed 1 cell
      edit F3 Qty=5
    fill down City
    = changed 1 cell
      fill-down -a City
    replace * Bonn Ulm
    = changed 2 cells
      replace everywhere Bonn Ulm
    show where row["Order Id"] == "A1"  -- or, to name rows so: close; open --key "Order Id" DIR/orders.csv
    = 1 row of 4
      show @A1
    """#
}
