import CommandLanguage
import TableKit
import TablePrinters
import TableShell
import TableSources
import Wording

extension Command {
  /// A command that makes a table of the result of a query.
  static var query: Command {
    Command(
      name: "query", group: .tables, summary: "make a table of a query in SQL over the open tables",
      synopsis: ["query [--local] SQL"],
      kinds: ["SQL": .sql],
      details: """
        SQL is one SELECT of SQLite. It takes the rest of the line as it stands, with each ; > | and quote \
        in it. In double quotes it ends with them, so that > FILE, | PROGRAM or ; and another command can \
        follow: query "SELECT 1" > FILE. So does (query SELECT 1) > FILE. Each open table is there under its name without \
        folder and extension, the second of a name as NAME_2, and so are columns whose names differ only in case; only the columns that the query reads are \
        copied. A number is a number there, so that 9 is less than 10.00, and a column of the result keeps \
        the texts of its cells. A number in quotes is compared with a column of numbers as a number. Numbers of any length are compared exactly; arithmetic rounds to 17 digits, \
        which a note says. sum, total and avg add up exactly, and leave out texts. The result becomes the \
        current table, with row numbers as key. A query reads and computes; it can neither change a table \
        nor reach a file. \
        Where the current table is one of PostgreSQL, or the result of such a query, SQL is one query of that server, and runs there, over what is saved; \
        --local runs it here, over the open tables.
        """,
      examples: ["query SELECT name, count(*) AS n FROM crew GROUP BY name ORDER BY n": ""],
      yields: true,
      window: .checked { invocation, document throws(CommandError) in
        if invocation.has("--local") { invocation.shell.noteWindow(document) }
      }
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let document = try invocation.document()
      guard invocation.words(of: .word).count == 1, invocation.lua == nil else {
        throw invocation.refusal(
          "nothing follows a query in quotes", ["query SELECT …", "query \"SELECT …\""])
      }
      let sql = try invocation[.word].text
      if !invocation.has("--local"), let answer = try document.source.answer(sql, invocation) {
        return answer
      }
      let others = shell.documents.filter { $0 !== document }
      for other in others where sql.contains(other.shortName) { shell.noteWindow(other) }
      for other in others where sql.contains(other.shortName) {
        shell.noteForScript(
          "the open table '\(other.name)', which this reads as '\(other.shortName)'")
      }
      let tables = ([document] + others).map { (name: $0.shortName, table: $0.table) }
      let query = TableQuery(sql, over: tables, progress: shell.progress)
      let made = try sourcing(query.run())
      return invocation.open(
        made: made, as: "query of \(document.shortName)", notes: query.report.notes)
    }
  }
}

extension TableQuery.Report {
  /// What it has met, in sentences.
  fileprivate var notes: [String] {
    var notes = columns.compactMap { table, column in
      table.fewNonNumbers(in: column).map {
        $0.note(
          in: table, "in SQL \($0.count == 1 ? "it is text" : "they are texts"), above all numbers")
      }
    }
    if notes.isEmpty, let skipped {
      let text = DisplayText(skipped, limit: 40).text
      notes.append("sum, total and avg leave out texts that are no numbers, such as '\(text)'")
    }
    if let overflown {
      notes.append(
        "\(Quoting.word(overflown.name)) has 9e999, which stands for what is beyond the numbers of SQL"
      )
    }
    if let quoted {
      notes.append(
        "SQL compares numbers with '\(DisplayText(quoted, limit: 40).text)' by 17 digits: write it "
          + "without quotes")
    }
    if let date {
      notes.append(
        "SQL compares '\(DisplayText(date.literal, limit: 40).text)' as text, which is not in order "
          + "with dates such as '\(DisplayText(date.first, limit: 40).text)' of "
          + "\(Quoting.word(date.column.name)): write it as these are")
    }
    if let first = renamed.first {
      let more = renamed.count > 1 ? ", and \(Counts.of(renamed.count - 1, "other")) likewise" : ""
      notes.append(
        "SQL takes names that differ only in case for one: column \(Quoting.word(first.column.name)) "
          + "is \(Quoting.word(first.name)) here\(more)")
    }
    for (column, text) in rounded {
      let name = Quoting.word(column.name)
      notes.append(
        "SQL rounds numbers of \(name) to 17 digits, the first \(DisplayText(text, limit: 40).text): "
          + "group, sort and top keep all")
    }
    return notes
  }
}
