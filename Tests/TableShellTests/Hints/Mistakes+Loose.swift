extension Mistakes {
  /// Lines whose words are understood one by one, in whatever order they stand.
  static let loose = #"""
    fill down City
    = changed 1 cell
      fill City with above
      fill City from the row above
      fill City down where City == ""
      fill down column City
      fill in City down
      fill City --down
      fill City -d
      fill null City forward
      fill City with previous where City is null
      edit set City = coalesce(City, lag(City))
      City = City.ffill()
    fill up City
    = changed 1 cell
      fill City with the value below
    split Customer by " " into First,Last
    = added columns
      split Customer on " " to First, Last
      split Customer at " " as First, Last
      split Customer -d " " First,Last
      split Customer --on " " --into First,Last
      separate Customer, into = c("First", "Last"), sep = " "
      split Customer First,Last on " "
      split Customer at the blank into First and Last
    join DIR/cities.csv on City=city
    = 3 of 4 rows have a partner
      merge DIR/cities.csv --by City
      join City DIR/cities.csv
      join City with city in DIR/cities.csv
      join state from DIR/cities.csv by City
      join DIR/cities.csv on City=city how=left
      join --left DIR/cities.csv City
      join DIR/cities.csv by City add state
      lookup state from DIR/cities.csv by City
    sample 2
    = 2 rows
      sample of 2
      show a sample of 2 rows
      sample --rows 2
      sample size 2
      sample limit 2
      select random 2
    replace City Bonn Ulm
    = changed 2 cells
      replace all Bonn with Ulm in City
      City = replace(City, 'Bonn', 'Ulm')
    replace Customer " " ""
    = changed 4 cells
      remove blanks from Customer
      replace all Customer " " ""
      replace space in Customer with nothing
      setcol-subst Customer / //
    trim City; title City
    = nothing changed
      City = PROPER(TRIM(City))
      City = initcap(trim(City))
      update City { str trim | str capitalize }
      column City := title(trim(City))
    title City
    = nothing changed
      make City title case
      title case City
      title in City
      title column City
    replace Price USD ""; number Price
    = changed
      into number Price
      number column Price
      number Price as decimal
      number Price plain
      Price = to_number(Price)
    date "Order Date" DD.MM.YYYY "MMM DD, YYYY" YYYY-MM-DD
    = changed 2 cells
      into datetime "Order Date"
      date Order_Date
      date -c "Order Date"
    sort by City, Qty desc
    = reordered 2 rows
      sort -by City -then Qty -descending
      sort +City -Qty
      sort City --then Qty --desc
      sort -k City -k Qty -r
      sort by City and by Qty down
      sort order by City asc, Qty desc
      sort_values City, Qty ascending=True,False
    pivot City Customer Qty sum
    = new
      pivot rows City columns Customer values sum(Qty)
      pivot on Customer using sum(Qty) group by City
      pivot rows=City cols=Customer values=Qty
      pivot_table index=City columns=Customer values=Qty aggfunc=sum
      pivot sum of Qty by City and Customer
    group by City sum Qty
    = new
      group Qty sum by City
      group City, total = sum(Qty)
      show sum of Qty by City
      pivot City sum Qty
      sumif City Qty
    replace Price USD ""; number Price; column add Total := Price * Qty
    = added column 'Total'
      column new Total = Price * Qty
      column Total as Price * Qty
      add a column Total := Price * Qty
      edit all Total := Price * Qty
      column Total "Price * Qty"
    column move Qty after Customer
    = moved column 'Qty'
      relocate Qty, .after = Customer
      column Qty after Customer
    show where City == "Bonn" and Qty > 2
    = 1 row
      show City=Bonn Qty>2
      show only City Bonn, Qty above 2
      find City Bonn where Qty > 2
      where City == "Bonn" | where Qty > 2
      show where City -eq 'Bonn' -and Qty -gt 2
    replace Price USD ""; number Price; show where Price >= 2 and Price <= 5
    = 2 rows
      show where Price between 2 and 5
    describe
    = column
      describe every column
      describe all columns
    """#
}
