extension Mistakes {
  /// Lists with `and`, several commands in one line, orders and comparisons in words.
  static let plain = #"""
    column delete Qty,Price
    = removed columns
      column delete Qty and Price
      df.drop(columns=["Qty","Price"])
    dedupe by City,Qty
      dedupe by City and Qty
      remove duplicate rows based on City and Qty
    split "Last Name" by " " into A,B
      split "Last Name" by " " into A and B
      split "Last Name" by space into A and B
    export DIR/out.csv City,Qty
    = exported 4 rows
      export DIR/out.csv City Qty
      save DIR/out.csv City, Qty
      export City and Qty to DIR/out.csv
    export DIR/out.csv * but Price
    = exported 4 rows
      export DIR/out.csv * except Price
    export DIR/out.csv where Qty > 3
    = exported 2 rows
      df[df.Qty > 3].to_csv("DIR/out.csv", index=False)
    export --delimiter ";" DIR/out.csv
      export --sep ";" DIR/out.csv
      df.to_csv("DIR/out.csv", sep=";", index=False)
    group by City count sum Qty
    = 3 rows in 1 section, 3 columns
      group by City count, sum Qty
      group by City count and sum(Qty)
    pivot City "Last Name" Qty sum
      pivot City, Last Name, sum(Qty)
      pivot City vs Last Name sum of Qty
    sort by City, Qty desc
      sort City A to Z, Qty largest to smallest
      sort by City, desc(Qty)
      df = df.sort_values(["City", "Qty"], ascending=[True, False])
    sort by City,Qty desc
      sort by City, Qty high to low
    top 2 by Qty desc
      top 2 by Qty descending
      top 2 by Qty highest first
    trim City; title City
      trim City && title City
      trim City then title City
      trim City, and title City
      df["City"] = df["City"].str.strip().str.title()
    replace City Bonn BN; replace City Berlin BE
    = changed 1 cell
      replace City Bonn BN, Berlin BE
      replace City Bonn with BN and Berlin with BE
    query SELECT City, sum(Qty) AS Qty_sum FROM n WHERE Qty > 3 GROUP BY City
    = 2 rows in 1 section, 2 columns
      group by City sum Qty where Qty > 3
    query SELECT City, sum(Qty) AS total FROM n GROUP BY City HAVING total > 5
    = 2 rows
      group by City sum Qty as total having total > 5
    query SELECT sum(Qty) AS Qty_sum FROM n WHERE City = 'Bonn'
      select sum(Qty) where City == "Bonn"
      show sum(Qty) where City == "Bonn"
    query SELECT * FROM n WHERE City = 'Bonn' ORDER BY random() LIMIT 1
    = 1 row
      sample 1 where City == "Bonn"
    delete where City == "Bonn"; sort by Qty
      delete where City is Bonn and sort by Qty
      delete where City is Bonn, then sort by Qty
    tally City where Qty > 1
      count where Qty > 1 group by City
    group by City sum Qty; sort by Qty_sum desc
      df.groupby("City")["Qty"].sum().sort_values(ascending=False)
    show where Qty > 3
      show where Qty is over 3
      show where Qty is more than 3
    show where Qty >= 3 and Qty <= 7
    = Jones
      show where Qty is 3 to 7
      show where Qty is between 3 and 7
      show where Qty 3 to 7
    show where Qty > 1 and Qty ~= 7
      show where Qty > 1 but not 7
    show where (City == "Bonn" or City == "Berlin") and Qty > 3
    = Jones
      show where City is Bonn or Berlin and Qty > 3
    show where not (City and City:match("^B"))
    = Kay
      show where City doesnt start with B
      show where City doesn't start with "B"
    show where City and City:match("%.n$")
      show where City ends with .n
    show where City and City:match("^B")
      show where City glob 'B*'
      show where City similar to 'B%'
    edit where City == nil set City=Ulm
    = changed 1 cell
      fill City with Ulm if blank
    count where City == nil
    = 1
      count blank cells in City
    fill down City
    = changed 1 cell
      fill blanks in City with the value above
    rename City Town; rename Qty Amount
      rename City to Town and Qty to Amount
    replace City " " ""; replace City "-" ""
      remove spaces and dashes from City
    rename Qty Quantity
      change column Qty to Quantity
    column add T := City; title T
      column add T := PROPER(City)
    edit where Qty ~= nil set Qty := Qty + 1
    = changed 4 cells
      df["Qty"] += 1
    query SELECT * FROM n LIMIT 2 OFFSET 1
    = 2 rows
      show offset 1 limit 2
    """#
}
