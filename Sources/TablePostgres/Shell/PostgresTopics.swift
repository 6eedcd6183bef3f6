import TableShell

extension HelpTopic {
  package static let postgres = HelpTopic(
    "postgres", "tables of a PostgreSQL server",
    """
    Open a table, a view or a query of a PostgreSQL server by its address. Quote it because of #.
      open "postgres://ann@host/shop#orders"      a table
      open "postgres:///shop#sales.orders"        in another schema, on this machine
      open "postgres:///shop#SELECT …"            a query; it cannot write
      open "postgres://?service=shop#orders"      by a service of ~/.pg_service.conf
      open --key name "postgres:///shop#names"    a view has no key, so name one
      open --section-by table "postgres:///shop"  all with a key, one section each
      export "postgres:///shop#new"               any open table as a new one
      query "SELECT … FROM orders"                answered there; --local: here
    save, reload and watch on work as with files: help postgres-save, help postgres-watch.

    # Rows and their key
    Rows are in the order of their key: the primary key, a unique index without nulls, or --key. A
    table of more than 5,000,000 rows opens as a window: help window. open --whole reads all of it.

    # Values
    Values are the server's texts. An empty text is not null. Times with a zone are shown in UTC. A
    time that you type without a zone is UTC; 2026-11-25 10:00+01 has a zone.

    # Connecting
    Passwords come from ~/.pgpass or PGPASSWORD, or tablesh asks you. A password in an address is
    used, but never shown or kept. tablesh checks the certificate of a server on another machine.
    ?sslmode=require in the address skips the check. info shows the key, the server and the
    encryption.
    """)

  package static let postgresSave = HelpTopic(
    "postgres-save", "saving to a PostgreSQL server",
    """
    save writes all your changes in one transaction, or nothing.
      save                        write the changes
      conflicts                   if refused: what others changed meanwhile
      reload                      bring changes of others in
      save FILE                   write a copy into a file

    # Conflicts
    save changes a row only if your changed cells still have their old values on the server.
    Otherwise save writes nothing, and conflicts lists the rows.

    # What the server does
    Results of defaults and triggers come into the table. tablesh reports rows that the server
    deletes along with others (ON DELETE CASCADE). undo restores those of this table. save cannot add,
    rename or delete columns. The server does not keep the order of rows.

    # Rights
    save needs UPDATE, INSERT or DELETE, and SELECT for the key and the changed cells.

    # Locks
    If others hold a lock, open and save wait. After 2 s they say who holds it. ^C ends the wait
    without a save. A batch waits 30 s. PGOPTIONS='-c lock_timeout=5min' sets another time.

    # Foreign tables
    Their rows are on other servers, which commit one after the other. If one server refuses, the
    others may have saved their rows. tablesh reports this by row. Your next save tries the rest.
    """)

  package static let postgresWatch = HelpTopic(
    "postgres-watch", "following a table of a PostgreSQL server",
    """
    watch on brings in what others change on the server while you work.
      watch on                    ask the server every 2 s, large tables less often
      watch --sql | psql -d shop  triggers for the owner to install
      watch --unsql               print what removes those triggers again
    tablesh installs nothing by itself. Once the triggers exist, watch on uses them, and changes
    arrive at once.

    # The server's log
    watch on --replication reads the server's log instead. It needs a publication of the table, and
    a role with the attribute REPLICATION.
    """)

  package static let window = HelpTopic(
    "window", "a part of a large table at a time",
    """
    A table of PostgreSQL with more than 5,000,000 rows, by the server's estimate, opens as a window
    of 1,000 rows, in the order of its key. open --window does so for any table. open --whole reads
    all.
      scroll next  scroll previous      the next page, the page before
      scroll home  scroll end           the first rows of all; the last ones
      scroll @90210                     the page that begins with a row
      scroll where pay > 500            the first such row of the whole table
      count  count where pay == 0       counted by the server; ^C stops it
      find stove                        the first 20 rows of all with this text
      delete where pay == 0             in the whole table, when you save
      edit where pay == 0 set pay=500   the same. To edit only the window: in 0 where …
      export all.csv.gz                 all rows, with your unsaved changes
      export "postgres:///shop#copy"    the same, as a new table

    # Unsaved changes
    Changed rows stay in memory wherever the window goes. The journal does not keep 'delete where …'
    and 'edit where …' of the whole table: after a crash before save, type them again. undo cannot
    reach saved changes after their rows have left the window. reload reads the rows of the page
    again.

    # Conditions
    The server can judge conditions that compare a column with a number, decimal("…"), a text or nil
    by == ~= < <= > >=, joined by and, or, not ( ). Texts and dates compare by bytes. Other
    conditions, rules, describe, tally, replace and Lua see only the window. edit and delete refuse
    other conditions. scroll where takes them: the server then sends all rows.

    # What it needs
    A window needs a primary key, or a unique index of columns that are never null. Name --key for a
    view or query. sort, move, section, serve and watch are refused: they need the whole table.
    """)
}
