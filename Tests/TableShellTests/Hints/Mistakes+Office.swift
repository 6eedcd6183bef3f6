extension Mistakes {
  /// Lines in the words of menus, over orders without a key, with dates of several forms, amounts, and a null.
  static let office = #"""
    replace Qty 3 0
    = changed 1 cell
      replace Qty 3 with 0
      replace Qty 3 by 0
      replace Qty 3 to 0
      replace Qty 3 as 0
      replace Qty 3 = 0
      replace Qty 3 -> 0
    replace Price "$" *
    = changed 2 cells
      replace Price "$" with *
    replace Qty 3 0 where City == "Bonn"
    = changed 1 cell
      replace Qty 3 with 0 where City == "Bonn"
    replace Price "$" ""
    = changed 2 cells
      replace Price $ with nothing
      replace Price $ with blank
      replace Price $ by empty
      replace Price $ with ""
      replace $ with nothing in Price
    replace Price "$" " "
    = changed 2 cells
      replace Price $ with space
    edit where City == nil set City=unknown
    = changed 1 cell
      replace City "" with unknown
      replace City blank with unknown
    replace City Bonn BN; replace City Ulm UL; replace City Rome RO
    = changed 1 cell
      replace City Bonn=BN, Ulm=UL, Rome=RO
    edit * City=Rome
    = changed 4 cells
      edit * City==Rome
    upper City
    = changed 3 cells
      edit * City==upper(City)
    edit * City := os.date("%Y-%m-%d")
    = changed 4 cells
      edit * City=TODAY()
    edit 0:1 City := os.date("%Y-%m-%d %H:%M:%S")
    = changed 1 cell
      edit 0:1 City=now()
    combine Customer,City into Who with ","
    = added column 'Who'
      combine Customer,City into Who with comma
      combine Customer,City into Who by comma
      combine Customer,City into Who separated by comma
    combine Customer,City into Who with "\t"
    = added column 'Who'
      combine Customer,City into Who with tab
    edit * City := City and City .. "!"
    = changed 3 cells
      edit * City := City & "!"
      edit * City := City + "!"
    column add C := (City or "") .. "-" .. Customer
    = added column 'C'
      column add C := City & "-" & Customer
      column add C := City + "-" + Customer
      column add C = City & "-" & Customer
    column add Who := Customer .. ", " .. (City or "")
    = added column 'Who'
      column add Who = Customer & ", " & City
    edit 0:3 City=Ulm  # row 4 as shown: section 0, rows counting from 0
    = changed 1 cell
      edit City = "Ulm" in row 4
      edit City = Ulm for row 4
      edit row 4 City = "Ulm"
      edit row 4 set City=Ulm
      edit row 4 set City to Ulm
    edit 0:3 Qty=5 City="New York"  # row 4 as shown: section 0, rows counting from 0
    = changed 2 cells
      edit row 4 Qty=5, City=New York
      edit Qty=5, City="New York" in row 4
    edit 0:1-3 City=Rome  # rows as shown, from 1; places count from 0
    = changed 3 cells
      edit rows 2 to 4 City=Rome
      edit City = Rome in rows 2-4
    delete 0:0,0:2  # rows 1 and 3 as shown: rows counting from 0
    = deleted 2 rows
      delete row 1 and 3
      delete rows 1 and 3
      delete rows 1, 3
    edit where row["Order Id"] == "A4" set City=Ulm
    = changed 1 cell
      edit @A4 set City to Ulm
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD
    = changed 2 cells
      change Order Date to ISO
      date "Order Date" as ISO
      date "Order Date" to ISO
      date "Order Date" mm/dd/yyyy to yyyy-mm-dd
    date "Order Date" YYYY-MM-DD DD.MM.YYYY "MMM DD, YYYY" DD/MM/YYYY
    = changed 4 cells
      date Order Date DD/MM/YYYY
      date "Order Date" to dd/mm/yyyy
      change Order Date to DD/MM/YYYY
    edit * Qty := Qty + 1
    = changed 4 cells
      edit Qty + 1
    edit * Qty := Qty * 2
    = changed 4 cells
      edit Qty * 2
      edit Qty *2
    replace Price USD ""; number Price; edit * Price := Price * 1.19
    = changed 4 cells
      edit Price * 1.19
    invert
    = selected 4 rows
      invert selection
    duplicate 0:1; move 0:2 to 0:end  # rows count from 0
    = moved 1 row
      copy row 2 to end
    column delete City
    = removed column 'City'
      delete City column
      delete columns City
    column delete City Qty
    = removed columns
      delete columns City and Qty
    column hide Qty
    = hid column 'Qty'
      hide column F
      hide Qty column
    column hide City..Price
    = hid columns 'City', 'Order Date', 'Price'
      hide columns City to Price
    dedupe by City
    = deleted 1 row
      remove duplicates in City
      dedupe in City
    show where City == nil  -- to delete them: delete where City == nil
    = 1 row of 4
      remove blanks in City
    show where City and City:match("^B")
    = 2 rows of 4
      show where City like "B*"
      show where City = "B*"
    show where City ~= nil
    = 3 rows of 4
      filter City nonblank
      filter City not blank
    show *
    = 0:3
      filter clear
      clear all filters
    join DIR/cities.csv on City=city columns state
    = 3 of 4 rows have a partner
      vlookup City DIR/cities.csv state
    edit --null City *
    = changed 3 cells
      clear City
      clear column City
    replace Price USD ""; number Price
    = changed
      convert Price from text to number
      format Price as number
    """#
}
