/// What people type who come from SQL, psql, sqlite3, DuckDB, Excel, vim, Miller, VisiData, pandas, R, awk,
/// shells and git, with the line that they meant. `MistakeTests` reads and runs it: first the line for
/// here, then behind `=` what its reply holds, then, indented, what is typed instead. DIR is a folder.
enum Mistakes {
  static let all =
    part1 + part2 + part3 + part4 + part5 + part6 + part7 + part8
    + names + columnOrders + harmful
    + "\n" + plain

  static let part1 = #"""
    query SELECT * FROM n
    = new query of n: 4 rows in 1 section, 5 columns
      SELECT * FROM n
      FROM n
      TABLE n
    query select * from n where Qty > 3
    = new query of n: 2 rows in 1 section, 5 columns
      select * from n where Qty > 3
    query SELECT City, Qty FROM n ORDER BY Qty DESC LIMIT 2
    = new query of n: 2 rows in 1 section, 2 columns
      SELECT City, Qty FROM n ORDER BY Qty DESC LIMIT 2;
    query select count(*) from n where City = 'Bonn'
    = new query of n: 1 row in 1 section, 1 column
      select count(*) from n where City = 'Bonn'
    query SELECT City, SUM(Qty) FROM n GROUP BY City
    = new query of n: 3 rows in 1 section, 2 columns
      SELECT City, SUM(Qty) FROM n GROUP BY City
    query SELECT "Last Name" FROM n WHERE Qty > 3 AND Price < 5
    = new query of n: 2 rows in 1 section, 1 column
      SELECT "Last Name" FROM n WHERE Qty > 3 AND Price < 5
    query SELECT DISTINCT City FROM n
    = new query of n: 3 rows in 1 section, 1 column
      SELECT DISTINCT City FROM n
    query SELECT City FROM n LIMIT 2
    = new query of n: 2 rows in 1 section, 1 column
      SELECT TOP 2 City FROM n
    query WITH t AS (SELECT * FROM n) SELECT City FROM t
    = new query of n: 4 rows in 1 section, 1 column
      WITH t AS (SELECT * FROM n) SELECT City FROM t
    query SELECT City FROM n
    = new query of n: 4 rows in 1 section, 1 column
      FROM n SELECT City
      CREATE TABLE t AS SELECT City FROM n
    show where Qty > 3
    = 0:1 2 Berlin Smith 10 4
      SELECT * WHERE Qty > 3
      WHERE Qty > 3
      filter Qty > 3
      mlr filter '$Qty > 3'
      df[df.Qty > 3]
      df.query("Qty > 3")
      filter(Qty > 3)
      df %>% filter(Qty > 3)
      awk '$4 > 3'
      $4 > 3
      show Qty > 3
      find Qty > 3
      Qty > 3
    show City,Qty where City == "Bonn"
    = 0:0 Bonn 3
      SELECT City, Qty WHERE City = 'Bonn'
    show City
    = 0:0 Bonn
      select City
      df["City"]
      df.City
      pull(City)
      df$City
      awk '{print $2}'
      cut -f 2
      csvcut -c City
      jq .City
      City
    show City,Qty
    = 0:0 Bonn 3
      select City, Qty
      cut -f City,Qty
      df[["City", "Qty"]]
      select(City, Qty)
      awk -F, '{print $2, $4}'
      City, Qty
    tally City
    = Bonn 2 50.0 %
      select distinct City
      count-distinct -f City
      freq
      freq City
      frequency City
      F
      df.City.value_counts()
      df["City"].unique()
      count(City)
      distinct(City)
      table(df$City)
      uniq -c
      xsv frequency -s City
      count City
      count by City
    count
    = 4
      select count(*)
      len(df)
      nrow(df)
      wc -l
      wc
    count where Qty > 3
    = 2
      select count(*) where Qty > 3
      count Qty > 3
    insert 0:end City=Ulm Qty=5
    = inserted 1 row in 1 section
      INSERT INTO n (City, Qty) VALUES ('Ulm', 5)
    insert 0:end City=Ulm
    = inserted 1 row in 1 section
      insert into n (City) values ('Ulm')
      insert City=Ulm
    edit where Qty == 10 set City=Ulm
    = changed 1 cell in 1 section
      UPDATE n SET City = 'Ulm' WHERE Qty = 10
    edit where City == "Bonn" set Qty := Qty + 1
    = changed 2 cells in 1 section
      UPDATE n SET Qty = Qty + 1 WHERE City = 'Bonn'
    edit where row["Last Name"] == "Kay" set City=Ulm
    = changed 1 cell in 1 section
      update n set City = 'Ulm' where "Last Name" = 'Kay'
    edit * City=Ulm
    = changed 4 cells in 1 section
      UPDATE n SET City = 'Ulm'
    delete where Qty > 3
    = deleted 2 rows in 1 section
      DELETE FROM n WHERE Qty > 3
      delete if Qty > 3
    delete where City == nil
    = deleted 1 row in 1 section
      delete from n where City is null
      df.dropna()
      df.dropna(subset=["City"])
      drop_na(City)
    delete where Qty > 3 and Price < 3
    = deleted 1 row in 1 section
      DELETE FROM n WHERE Qty > 3 AND Price < 3
    delete *
    = deleted 4 rows in 1 section
      DELETE FROM n
      TRUNCATE TABLE n
    column add Note
    = added column 'Note'
      ALTER TABLE n ADD COLUMN Note TEXT
      insert column Note
      add column Note
    rename City Town
    = renamed column 'City' to 'Town'
      ALTER TABLE n RENAME COLUMN City TO Town
      rename City,Town
      rename-col City Town
      df.rename(columns={"City": "Town"})
      rename(Town = City)
      mv City Town
      rename City to Town
      rename City as Town
      rename City -> Town
      rename City => Town
      rename City=Town
      rename column City to Town
    column delete Price
    = removed column 'Price'
      ALTER TABLE n DROP COLUMN Price
      cut -x -f Price
      df.drop(columns=["Price"])
      df.drop("Price", axis=1)
      del df["Price"]
      select(-Price)
      rm Price
      delete column Price
      drop column Price
      remove column Price
      drop Price
    help new
    = start an empty table
      CREATE TABLE t (id int, name text)
    close
    = closed
      DROP TABLE n
    undo to 0
    = took back
      ROLLBACK
      undo all
      git reset --hard
    undo list  # each change is a step, which undo takes back
    = mark 0:3
      BEGIN
    save
    = nothing to save
      COMMIT
      :w
      git commit -m done
      commit
      write
    sort by Qty desc
    = reordered 3 rows
      ORDER BY Qty DESC
      sort by Qty descending
      sort descending by Qty
      sort -nr Qty
      mlr --icsv --opprint sort -nr Qty n.csv
      sort-desc Qty
      df.sort_values("Qty", ascending=False)
      arrange(desc(Qty))
      csvsort -r -c Qty
      sort by -Qty
    sort by City
    = reordered 2 rows in 1 section
      order by City
      :sort
      sort City ascending
      sort City a-z
      sort -f City
      df.sort_values(by="City")
      sort -k 2
      sort
      sort City
    show 0:0-1
    = 0:0 1 Bonn Miller 3 2.5
      LIMIT 2
      head -n 2
      head -2
      head 2
      df.head(2)
      df[:2]
      head(df, 2)
      show first 2
    query SELECT City, count(*) FROM n GROUP BY City HAVING count(*) > 1
    = 1 row in 1 section, 2 columns
      group by City having count(*) > 1
    info
    = n.csv
      SHOW TABLES
      .tables
      \dt
      \l
      df.shape
      ls
      .databases
    columns
    = id number key
      SHOW COLUMNS FROM n
      desc n
      PRAGMA table_info(n)
      .schema
      .schema n
      \d
      \d n
      df.info()
      df.columns
      glimpse(df)
      names(df)
      schema
      xsv headers
    describe
    = column kind nulls distinct min max sum mean
      DESCRIBE n
      SUMMARIZE n
      SUMMARIZE
      describe-sheet
      df.describe()
      df.isnull().sum()
      summary(df)
      csvstat
      stats
    export --format csv -
    = id,City,Last Name,Qty,Price
      .mode csv
      export csv
    export --format json -
    = {"columns":["id","City","Last Name","Qty","Price"],"key
      .mode json
      export json
      export as json
    export --format markdown -
    = | id | City | Last Name | Qty | Price |
      .mode markdown
      export markdown
    quit
      .quit
      .exit
      \q
      :q
    help
    = Commands to begin with
      .help
      \?
      :help
      import pandas as pd
      library(dplyr)
    open DIR/more.csv
    = 2 rows in 1 section, 2 columns
      .import DIR/more.csv more
      .open DIR/more.csv
      :e DIR/more.csv
      pd.read_csv("DIR/more.csv")
      df = pd.read_csv("DIR/more.csv")
      less DIR/more.csv
      vi DIR/more.csv
      load DIR/more.csv
      import DIR/more.csv
    source DIR/more.tsh
    = 4
      .read DIR/more.tsh
      \i DIR/more.tsh
      run DIR/more.tsh
    export DIR/out.csv
    = exported 4 rows
      .output DIR/out.csv
      \o DIR/out.csv
      \copy n to DIR/out.csv
      COPY n TO 'DIR/out.csv'
      df.to_csv("DIR/out.csv")
    save DIR/out.csv
    = saved 4 rows
      .save DIR/out.csv
      :w DIR/out.csv
    show --record
    = id 1
      \x
    echo hello
    = hello
      \echo hello
    history
      \s
    show where City and City:match("^B")
    = 0:0 1 Bonn Miller 3 2.5
      show where City LIKE 'B%'
      show where City ~ "^B"
      show where City =~ "^B"
      show where City:match("^B")
      show where City starts with "B"
      show where startswith(City, "B")
      show where str_detect(City, "^B")
    show where City and City:match("n")
    = 0:0 1 Bonn Miller 3 2.5
      show where City LIKE "%n%"
    show where row["Last Name"]:match("s$")
    = 0:2 3 Bonn Jones 7 1.25
      show where "Last Name" LIKE '%s'
    show where City == nil
    = 0:3 4 Kay 1 9
      show where City IS NULL
      show where is.na(City)
      show where City.isna()
      show where isnull(City)
      show where City == null
      show where City == None
    show where City ~= nil
    = 0:0 1 Bonn Miller 3 2.5
      show where City IS NOT NULL
    show where City == "Bonn"
    = 0:0 1 Bonn Miller 3 2.5
      show where City = 'Bonn'
      show where City == Bonn
      show where city == "Bonn"
      show where CITY == "Bonn"
      show where Citi == "Bonn"
      show where $City == "Bonn"
      show where df.City == "Bonn"
      show where City is Bonn
      filter City = Bonn
      df[df["City"] == "Bonn"]
      filter(df, City == "Bonn")
      csvgrep -c City -m Bonn
      show City = Bonn
      filter
      where
      City == "Bonn"
      show where City like Bonn
    show where City ~= "Bonn"  -- with the nulls, unlike SQL; without them: and City ~= nil
    = 0:1 2 Berlin Smith 10 4
      show where City <> 'Bonn'
      show where City != "Bonn"
    export -
    = id,City,Last Name,Qty,Price
      .dump

    """#
}
