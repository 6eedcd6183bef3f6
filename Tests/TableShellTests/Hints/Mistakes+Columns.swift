extension Mistakes {
  /// Columns in another order, some of them, or hidden.
  static let columnOrders = #"""

    column move Qty 0
    = moved column 'Qty'
      column first Qty
      column Qty first
      column order Qty
      reorder Qty
      order column Qty
    column keep Qty,City,* but Qty,City
    = reordered the columns
      column order Qty City
      column order Qty,City
      columns order Qty, City
      order columns Qty, City
      reorder columns Qty, City
      reorder Qty,City
      reorder -f Qty,City
      column reorder Qty City
      column move Qty,City first
      relocate(Qty, City)
      df.relocate(Qty, City)
      columns = Qty, City
    column keep "Last Name",Qty,* but "Last Name",Qty
    = reordered the columns
      column order "Last Name" Qty
      column order Last Name, Qty
    show City,Qty
    = 4 rows
      column only City Qty
      columns only City, Qty
    lower City,"Last Name"
    = changed
      lower City "Last Name"
    upper City,"Last Name"
    = changed
      upper City Last Name
    column hide City
    = hid column 'City'
      hide columns City
      hide column City
    """#
}
