/// The topics of `help` on files: how they are read, written and followed.

extension HelpTopic {
  static let reading = HelpTopic(
    "reading", "how files are read, and what is repaired",
    """
    The format comes from the extension of a file, else from its first bytes. Delimiter, header and
    encoding are detected. info shows what was found; an option of open overrides it. Blank lines before
    the header are no rows.

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

    Rows that look torn, cut off or split by another delimiter are an error, and so are bytes of a
    wrong encoding, since something could be lost.
      open --lenient torn.csv            reads them, lists each repair, and makes
                                         new columns for longer rows
      open --lenient=cut torn.csv        cuts longer rows

    Parts and queries
      open crew.yaml#2                   the second document; without #2, each is a section
      open README.md#2                   the second table of a page in Markdown
      open crew.db#people                a table or view of a database of SQLite
      open "staff.csv#SELECT id FROM staff"   a query, also over a database
      open --section-by table crew.db    all tables, each as a section
    Tables of a database that would need more than half of the free memory are refused, unless you say
    --whole. For tables on servers, see help postgres and help firebase.
    """)

  static let writing = HelpTopic(
    "writing", "how files are written, and what is overwritten",
    """
    save writes a table back. export writes any part of it in any format. A new file is complete before
    it takes the place of the old one, so nothing is ever half written.

    Files that exist
      save copy.csv               asks; in a script, that is an error
      save --overwrite copy.csv   replaces it, as save - > copy.csv does
      save --force                also writes over changes of others and read-only files
      save --backup               keeps the former file as staff.csv~
      save --backup=.old          keeps it as staff.csv.old
      save --as other.csv         makes other.csv the file of the table
    A file written by this session is replaced without a question, a database of several tables never.

    Delimited text
      export --delimiter ';' --bom excel.csv   as Excel expects in much of Europe
      export --quoting all quoted.csv          quotes around all cells but null
      export --line-ends crlf lines.csv        lines end as in Windows
      export --encoding latin1 plain.csv       an error for a character it lacks
    A new file is UTF-8 with LF, and quoted only where needed; a file that exists keeps its form.
    save with such an option writes the whole file anew in that form, which later saves keep. What you
    do not name stays as it was in the file.

    Compressed files and databases
      save staff.csv.gz           compressed; also .zst, .xz and .bz2
      save staff.db               a new database of SQLite
      save staff.db#crew          a table in such a database
      save --dry-run              a server tries the changes, says what it refuses, and undoes them
    In a database only the cells that you changed are written, in one transaction. A dry run uses up
    numbers that new rows take from sequences of the server.

    Some files cannot be replaced: a file that is mounted by itself, or one in a folder that you may not
    write to. --in-place overwrites their bytes, after a question. The old bytes are kept until all is
    written, and put back if it fails. After a crash, opening the file shows the command that brings
    them back.
    """)

  static let watching = HelpTopic(
    "watching", "how changes of others come in",
    """
    watch on follows the file or database of a table. What others change comes in as with reload
    (rows are matched by their keys), without an undo step. Your unsaved changes stay.
      watch on                       from now on; watch off ends it
      watch                          which tables are watched, and how
      watch log 3                    the last three changes
      watch --for 0.5                in a script: let changes in for a while
      watch --count 1 --timeout 60   wait for a change; an error after 60 seconds
      set coalesce off               show each change of a burst by itself
      conflicts                      what both you and others changed

    Each change is reported in a line such as: live staff +1 −0 ~2. At the prompt it appears above the
    line that you type. On a terminal without line editing (TERM=dumb) you are told that changes wait;
    Enter lets them in. The prompt shows ⇅, or ! while the source is gone or is no table.

    A file that looks half-written is left alone for two seconds. save puts a new file in the place
    of the old one. A program that keeps the old one open, for example to append to a log, goes on
    writing there, where nobody sees it.

    What clients of a served table write comes in, too (help serve). A table of PostgreSQL is asked for
    changes now and then, or reports them by triggers or by its log (help postgres). For
    Firebase and for recorded events, see help firebase.
    """)
}
