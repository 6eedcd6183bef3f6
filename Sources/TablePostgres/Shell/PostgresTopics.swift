import TableShell

extension HelpTopic {
  package static let postgres = HelpTopic(
    "postgres", "tables of a PostgreSQL server",
    """
    A table, view or query of a PostgreSQL server is opened by its address, in quotes because of #.
      open "postgres://ann@host/shop#orders"      a table
      open "postgres:///shop#sales.orders"        of another schema, on this machine
      open "postgres:///shop#SELECT …"            a query, which can write nothing
      open "postgres://?service=shop#orders"      by a service of ~/.pg_service.conf
      open --key name "postgres:///shop#names"    rows of a view have no key
      open --section-by table "postgres:///shop"  all tables that have a key, each as a section
      reload                                      brings changes in
      save                                        writes all that was changed, or nothing
      watch on                                    follows what others change
      watch --sql | psql -d shop                  has the server tell of changes at once
      export "postgres:///shop#new"               makes a table there of any that is open
      query "SELECT … FROM orders"                is answered by the server; --local: here
    Rows stand in the order of their key: the primary key, else a unique index without nulls, else
    --key. info tells the key, the server and how the connection is encrypted. Beyond this machine
    the certificate is checked; ?sslmode=require at the address checks none. Passwords come from
    ~/.pgpass or PGPASSWORD, or are asked for; one in an address is used, and shown and kept nowhere.
    A table of more than 5,000,000 rows, by the server's estimate, opens as a window, a part of it at a
    time, as does any with open --window; --whole reads all (help window).
    Values stay the server's texts: numbers of any length, dates, '' apart from null. Times with a
    zone are shown in UTC, and one that you type without a zone is UTC: 2026-11-25 10:00+01 tells it.
    save is one transaction. It changes a row only where the cells that you changed are still as you
    saw them; else nothing is saved and conflicts lists them. A row that breaks a constraint is told
    by its key. What defaults, triggers and others make of the rows comes into the table. Rows that
    foreign keys delete with others (ON DELETE CASCADE) are told; where they are open they go, too,
    and undo brings them back with those. Columns are not changed, and the server keeps no order.
    save FILE writes a copy. Where you and others wrote the same value in two ways, by the type of its
    column (5.5 and 5.50, 2024-01-02 and its midnight), that is no conflict.
    Rows behind foreign tables are on other servers, which end their part one after the other: if one
    refuses at the end, others may have saved theirs. That is told by row; save tries the rest again.
    Where others hold a lock, open and save wait, and say after 2 s who that is; ^C ends the wait, and
    nothing is saved. A batch waits 30 s, or as long as PGOPTIONS='-c lock_timeout=5min' says; 0 is
    for ever.
    Of a table of which your role may read some columns these are opened, and a note names the others.
    save needs the rights that its changes do: UPDATE, INSERT or DELETE, and SELECT of key and cells.
    watch on is told of changes by triggers, if the owner of the table has installed those that
    watch --sql prints; nothing is installed by itself, and watch --unsql prints what removes them.
    Without them it asks every 2 s, of large tables less often. watch on --replication reads the
    server's log, by a publication of the table and with the right REPLICATION. info tells which
    way it is, and why.
    """)

  package static let window = HelpTopic(
    "window", "a part of a large table at a time",
    """
    A table of PostgreSQL with more than 5,000,000 rows, by the server's estimate, opens as a window, as
    does any with open --window: 1,000 rows at a time, by key, found as fast at any depth. --whole
    reads all. It needs a primary key, or a unique index of columns that are never null; a view, or
    a query, wants --key COLUMN,…, which is checked once, and whose rows are sorted for each page.
      scroll next  scroll previous                the next page, the one before
      scroll home  scroll end                     the first rows of the whole table, the last ones
      scroll @90210                               the page that begins with a row
      scroll where pay > 500                      the first row of the whole table that has it
      count  count where role == "cook"           counted by the server; ^C stops it
      find stove                                  the first 20 rows of the whole table that hold it
      delete where pay == 0                       by the server, when you save: as many rows as said;
                                                  recover does not bring it back
      edit where role == "cook" set pay=500       so, too; in 0 where …: the rows of the window
      export all.csv.gz                           all rows, as they come, with unsaved changes
      export "postgres:///shop#copy"              so, too, as a new table there
    Rows with unsaved changes stay in memory wherever the window goes, above or below its page:
    changes, undo, conflicts and save know them; scroll says how many are outside. Moving is no step
    of undo, and does not keep rows whose changes are saved: the steps that changed them are gone
    with them, which a note says, as are all steps once the window has gone far. reload reads the rows
    between the first and the last one of the page again, and what is new at an end of the table at
    which the page stands.
    The server judges conditions that mean the same there: a column with a number, decimal("…") or a
    text (== ~= < <= > >=), or nil, and, or, not ( ). Texts, also dates, go by their bytes,
    enumerations know == and ~= only. Others, and rules, see the rows of the window only, which a note
    says (scroll where has all rows sent); so do describe, tally, replace, Lua and others. Columns
    that the server declares as numbers are number columns there.
    What would be wrong for a part is refused: sort, move, section, serve, watch.
    """)
}
