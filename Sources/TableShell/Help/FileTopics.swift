/// The topics of `help` on files: how they are read, written and followed.

extension HelpTopic {
  static let reading = HelpTopic(
    "reading", "how files are read, and what is repaired",
    """
    tablesh finds the format by the extension of a file, else by its first bytes. It detects
    delimiter, header and encoding. info shows the result; options of open override it.

    Delimited text
      open --delimiter ';' prices.txt    , ; | tab or another ASCII character
      open --skip 2 report.csv           leaves out the first two lines
      open --header 3 report.csv         the names stand in line 3
      open --header 3-4 report.csv       the names take two lines, which are joined
      open --no-header list.csv          no names: column1, column2 …
      open --encoding latin1 old.csv     an encoding that is not detected
      open --null NA --null - list.csv   cells with one of these texts are null

    Repaired, with a note; the bytes of the file stay
      open report.csv                    comments, lines with fewer cells and 'sep=;'
                                         before the header are no rows
      open short.csv                     a lone short row gets nulls at its end
      open names.csv                     a column without a name is column2,
                                         a second pay is pay_2
      open ends.csv                      an extra delimiter after rows is ignored
      open --strict list.csv             refuses all of these files

    tablesh refuses rows that look torn, cut off or split by another delimiter, and bytes of a wrong
    encoding.
      open --lenient torn.csv            reads them, lists each repair, and makes
                                         new columns for longer rows
      open --lenient=cut torn.csv        cuts longer rows

    Parts and queries
      open crew.yaml#2                   the second document; without #2, each is a section
      open README.md#2                   the second table of a page in Markdown
      open crew.db#people                a table or view of a database of SQLite
      open "staff.csv#SELECT id FROM staff"   a query, also over a database
      open --section-by table crew.db    all tables, each as a section
    Tables of a database that need more than half of the free memory are refused; --whole opens
    them. On servers: help postgres and help firebase.
    """)

  static let writing = HelpTopic(
    "writing", "how files are written, and what is overwritten",
    """
    save writes a table back. export writes any part of it in any format. A new file replaces the
    old one only when it is complete.

    Files that exist
      save copy.csv               asks; in a script, that is an error
      save --overwrite copy.csv   replaces it, as save - > copy.csv does
      save --force                also writes over changes of others and read-only files
      save --backup               keeps the former file as staff.csv~
      save --backup=.old          keeps it as staff.csv.old
      save --as other.csv         makes other.csv the file of the table
    save does not ask about a file that it wrote before. A database that holds other tables is
    refused, also with --force.

    Delimited text
      export --delimiter ';' --bom excel.csv   as Excel expects in much of Europe
      export --quoting all quoted.csv          quotes around all cells but null
      export --line-ends crlf lines.csv        lines end as in Windows
      export --encoding latin1 plain.csv       an error for a character it lacks
    A new file is UTF-8 with LF, and has quotes only where needed. The file of the
    table keeps its form. With one of these options, save writes the whole file in the new form.

    Compressed files and databases
      save staff.csv.gz           compressed; also .zst, .xz and .bz2
      save staff.db               a new database of SQLite
      save staff.db#crew          a table in such a database
      save --dry-run              a server tries the changes, says what it refuses, and undoes them
    In a database, save writes only the cells that you changed, in one transaction. A dry run uses
    up numbers of sequences on the server.

    save cannot replace a file that is a mount point, or a file in a folder that you may not write
    to. --in-place overwrites its bytes, after a question. If that fails, the old bytes are put
    back. After a crash, open the file: tablesh shows the command that brings the old bytes back.
    """)

  static let watching = HelpTopic(
    "watching", "how changes of others come in",
    """
    watch on follows the file or database of a table. Changes of others come in as with reload,
    matched by key, without an undo step. Your unsaved changes stay.
      watch on                       from now on; watch off ends it
      watch                          which tables are watched, and how
      watch log 3                    the last three changes
      watch --for 0.5                in a script: let changes in for a while
      watch --count 1 --timeout 60   wait for a change; an error after 60 seconds
      set coalesce off               show each change of a burst by itself
      conflicts                      what both you and others changed

    tablesh reports each change in a line such as: live staff +1 −0 ~2. At the prompt the line
    appears above your input. The prompt shows ⇅, or ! while the source is gone.

    save puts a new file in the place of the old one. A program that keeps the old file open goes on
    writing to the old file, where nobody sees it.

    See also help serve, help postgres-watch and help firebase.
    """)
}
