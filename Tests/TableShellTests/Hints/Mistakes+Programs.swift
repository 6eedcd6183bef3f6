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

    """#
}
