extension Mistakes {
  /// Lines whose nearest reading would do harm: patterns with a bar, conditions behind a value, words that say
  /// how behind a text, and rows that are counted from 1.
  static let harmful = #"""

    keep where City and (City:match("Bonn") or City:match("Ber"))
    = deleted 1 row
      keep where City.str.contains("Bonn|Ber")
      keep where REGEXMATCH(City, "Bonn|Ber")
      keep where grepl("Bonn|Ber", City)
      keep where City matches "Bonn|Ber"
      keep where City ~ "Bonn|Ber"
      keep where City like "Bonn|Ber"
      keep where City:match("Bonn|Ber")
      keep where City contains "Bonn|Ber"
      keep where City =~ /Bonn|Ber/
    delete where not (City and (City:match("Bonn") or City:match("Ber")))
    = deleted 1 row
      delete where not City.str.contains("Bonn|Ber")
      delete where ~City.str.contains("Bonn|Ber")
    show where City and (City:match("^Bonn$") or City:match("^Ulm$"))
    = 0:2 3 Bonn Jones 7 1.25
      show where City ~ "^(Bonn|Ulm)$"
      df[df.City.str.fullmatch("Bonn|Ulm")]
    edit where City and (City:match("Bonn") or City:match("Ber")) set City=Ulm
    = changed 3 cells
      df.loc[df.City.str.contains("Bonn|Ber"),"City"]="Ulm"
    keep where City and City:match("B[%w_]+r[%w_]+n")
    = deleted 3 rows
      keep where City.str.contains("B\w+r\w+n")
      keep where City ~ "B\w+r\w+n"
    keep where City and City:match("er")
    = deleted 3 rows
      keep where City.str.contains("er") == True
      keep where City.str.contains("er") is True
      keep where City.str.contains("er") != False
      keep where City.find("er") >= 0
      keep where City.find("er") != -1
      keep where City.indexOf("er") > -1
    keep where not (City and City:match("er"))
    = deleted 1 row
      keep where City.str.contains("er") == False
      keep where City.str.contains("er") is False
      keep where City.str.contains("er") != True
      keep where City.find("er") == -1
    keep where City and City:lower():match("bon")
    = deleted 2 rows
      keep where City.str.contains("Bon", case=False)
      keep where City.str.contains("(?i)Bon")
      keep where grepl("Bon", City, ignore.case = TRUE)
    keep where (City or ""):match("^%s*(.-)%s*$") == "Bonn"
    = deleted 2 rows
      keep where City.strip() == "Bonn"
      keep where City.str.strip() == "Bonn"
    keep where Qty >= 3 and Qty <= 7
    = deleted 2 rows
      keep where Qty >= 3 <= 7
    keep where Qty > 5.25
    = deleted 2 rows
      keep where Qty > Qty.mean()
      keep where Qty > df.Qty.mean()
    keep where City == "Bonn"
    = deleted 2 rows
      keep where City.fillna("") == "Bonn"
    title City
      edit * City := City:title()
      City.str.title()
    trim City
      City.strip()
      df.City.strip()
    replace City Bonn Ulm
    = changed 2 cells
      City.replace("Bonn", "Ulm")
      replace City Bonn Ulm all
      replace City Bonn with Ulm everywhere
      replace City Bonn Ulm globally
      replace City Bonn Ulm in all rows
      replace City Bonn Ulm g
      replace City Bonn Ulm -- the new name
    replace --regex City "(?i)bonn" Ulm
    = changed 2 cells
      replace City bonn Ulm ignore case
      replace City bonn Ulm case insensitive
    replace --whole City Bonn Ulm
    = changed 2 cells
      replace City Bonn Ulm whole
      replace City Bonn with Ulm exact match
    rename Qty Number
    = renamed
      rename Qty Number in place
      rename Qty to Number inplace
    replace City Bonn Ulm where Qty > 5
    = changed 1 cell
      replace City Bonn Ulm if Qty > 5
      replace City Bonn Ulm for Qty > 5
      replace City Bonn with Ulm when Qty > 5
    upper City where Qty > 5
    = changed 2 cells
      upper City if Qty > 5
      upper City only when Qty > 5
    upper City where Qty > 5 and City == "Bonn"
    = changed 1 cell
      upper City if Qty > 5 and City == "Bonn"
    edit * Price := Qty > 5 and "much" or "few"
    = changed 4 cells
      edit * Price = much if Qty > 5 else few
    edit where Qty > 5 and City == "Bonn" set Price=1
    = changed 1 cell
      edit * Price=1 if Qty > 5 and City == "Bonn"
    edit where Qty > 5 and City == "Bonn" set Price=1
    = changed 1 cell
      edit where Qty > 5 set Price = 1 where City == "Bonn"
      edit where Qty > 5 set Price=1 if City == "Bonn"
      edit where Qty > 5 set Price = 1 when City = Bonn
      edit where Qty > 5 Price = 1 and City == "Bonn"
      edit where Qty > 5 and where City == "Bonn" set Price=1
    edit where City == "Bonn" set City="New Ulm"
    = changed 2 cells
      edit City = "New Ulm" if City == "Bonn"
      edit * City = New Ulm when City == "Bonn"
      edit * City="New Ulm" where City == "Bonn"
    edit where City == "Bonn" set Qty := Qty * 2
    = changed 2 cells
      edit * Qty := Qty * 2 where City == "Bonn"
      edit * Qty := Qty * 2 if City == "Bonn"
    edit where City == "Bonn" set City=Ulm Qty=5
    = changed 4 cells
      edit where City == "Bonn" set City = Ulm and Qty = 5
      edit where City == "Bonn" set City=Ulm and Qty=5
      edit where City == "Bonn" City = Ulm & Qty = 5
    edit 0:1 City=Ulm Qty=5
    = changed 2 cells
      edit 0:1 City = Ulm and Qty = 5
    edit @2 City=Ulm Qty=5
    = changed 2 cells
      edit @2 City=Ulm and Qty=5
    edit @2 City=Ulm
    = changed 1 cell
      edit City=Ulm where @2
      edit City = Ulm where @2
    edit 0:1 City="New Ulm"
    = changed 1 cell
      edit 0:1 City=New Ulm -- as the map says
    edit * City := row["Last Name"]
    = changed 4 cells
      edit * City = Last Name
    edit where City == nil set City=none
    = changed 1 cell
      edit * City := City.fillna("none")
    edit 0:2 id := Qty
    = changed 1 cell
      edit 0:2 id = Qty
    edit where Qty > 5 set City=Ulm
    = changed 2 cells
      edit where Qty > 5 to City = Ulm
    show where row["Last Name"]:match("^M")
    = 0:0 1 Bonn Miller
      show where "Last Name".startswith("M")
    count where (City or ""):sub(1, 1) == "B"
    = 3
      count where City[0] == "B"
      count where City.str[0] == "B"
    count where (City or ""):sub(1, 2) == "Be"
    = 1
      count where City[:2] == "Be"
    delete where Qty > 5 and City == "Bonn"
    = deleted 1 row
      delete where Qty > 5 where City == "Bonn"
      delete where Qty > 5 and where City == "Bonn"
      delete where Qty > 5 if City == "Bonn"
    delete where (Qty > 5 or Price > 8) and City == "Bonn"
    = deleted 1 row
      delete where Qty > 5 or Price > 8 where City == "Bonn"
    show where City and City:match("Bo") or City and City:match("er")
    = 0:1 2 Berlin
      show where City contains "Bo" or "er"
    show where Qty > 5
    = 0:1 2 Berlin
      show where Qty more than 5
      show where Qty is greater than 5
    show where Qty >= 7
    = 0:1 2 Berlin
      show where Qty at least 7
      show where Qty is not less than 7
      show where Qty is greater than or equal to 7
    show where Qty <= 7
    = 0:0 1 Bonn
      show where Qty is at most 7
      show where Qty no more than 7
    show where Qty ^ 2 > 50
    = 0:1 2 Berlin
      show where Qty ** 2 > 50
    show where City ~= nil
    = 0:0 1 Bonn
      show where City not empty
    keep 0:0-1
    = deleted 2 rows
      keep 0:0:2
    dedupe by * but id
      df = df.drop_duplicates()
    keep where Qty > 5
    = deleted 2 rows
      df = df[df.Qty > 5]
      df = df.query("Qty > 5")
    edit 0:0,0:2 Price=1
    = changed 2 cells
      edit 0:0-2 Price=1 if City == "Bonn"
      edit 0:0-2 Price = 1 where City == "Bonn"
    delete 0:2
    = deleted 1 row
      delete 0:0-2 if Qty == 7
    delete where City == "Bonn" or Qty > 7
    = deleted 3 rows
      delete where City == "Bonn" or where Qty > 7
    edit where Qty > 5 set City=Ulm
    = changed 2 cells
      edit * City=Ulm for all rows where Qty > 5
      edit * City=Ulm only where Qty > 5
    sort by City; show where Qty > 5
    = 0:0 2 Berlin
      sort by City if Qty > 5
    show where City and City:match("^Bo") or City and City:match("er")
    = 0:1 2 Berlin
      show where City like "Bo%|%er%"
    count where City and City:match("er")
    = 1
      count where ISNUMBER(SEARCH("er", City))
      count where INSTR(City, "er") > 0
    show where Qty > 5.25
    = 0:1 2 Berlin
      df[df["Qty"] > df["Qty"].mean()]
    help replace
      replace City Bonn Ulm whole word
    trim *
      df.applymap(str.strip)
    """#

  /// The same over rows without a key.
  static let messyHarm = #"""
    column add First := Customer:match("^%S+")
    = added column 'First'
      column add First := Customer.split(" ")[0]
      column add First := Customer.str.split(" ").str[0]
    replace Price "$" ""
    = changed 2 cells
      Price.replace("$", "")
    edit where row["Order Id"] == "A3" set City=Rome
    = changed 1 cell
      edit City=Rome where @A3
    keep where row["Order Date"]:match("^%d%d%d%d%-")
    = deleted 2 rows
      keep where "Order Date".str.contains("^\d{4}-")
    delete 0:0-1  # rows 1 to 2 as shown: section 0, rows counting from 0
    = deleted 2 rows
      delete rows 1-2
      delete rows 1 to 2
      delete rows 1:2
    delete 0:0,0:2  # rows 1 and 3 as shown: rows counting from 0
    = deleted 2 rows
      delete rows 1 and 3
      delete rows 1,3
      delete rows 1, 3
    delete 0:1  # row 2 as shown: section 0, rows counting from 0
    = deleted 1 row
      delete line 2
    edit 0:3 City=Ulm Qty=5
    = changed 2 cells of 1 row
      edit 0:3 City Ulm, Qty 5
    show 0:1-2  # rows 2 to 3 as shown: section 0, rows counting from 0
    = 0:1 A2 Bob Ray
      rows 2 to 3
      show row 2-3
    show 0:1  # row 2 as shown: section 0, rows counting from 0
    = 0:1 A2 Bob Ray
      row 2
      line 2
    keep 0:0-2  # the first rows; row 3 as shown: keep 0:2
    = deleted 1 row
      keep 3
    """#
}
