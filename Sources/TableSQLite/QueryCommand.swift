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
        SQL is one SELECT of SQLite. It takes the rest of the line. If SQL is in double quotes, \
        another command, > FILE or | PROGRAM can follow.
        A table has the name of its file, without folder and extension. A second table of that \
        name is NAME_2. The result becomes the current table, with row numbers as its key. A query \
        only reads: it changes no table and no file.
        Numbers compare as numbers: 9 is less than 10.00. Cells keep their text. Comparisons, sum \
        and total are exact. avg and other arithmetic round to 17 digits. sum, total and avg leave \
        out texts that are no numbers.
        If the current table comes from PostgreSQL, the server runs the query. The server does not \
        see unsaved changes.
        """,
      options: [
        "local": "run the query here, not on the server"
      ],
      examples: [
        "query SELECT name, pay FROM staff WHERE pay > 30": "some rows",
        "query SELECT team, avg(pay) AS pay FROM staff GROUP BY team": "mean pay by team",
        "query \"SELECT name FROM staff ORDER BY pay\" > names.txt": "print the reply to a file",
        "query \"SELECT * FROM staff WHERE pay > 30\"; save high.csv": "save the result",
      ],
      readOn: ["group", "join", "save"],
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
      let asked =
        ([document] + others).first { !$0.shortName.isEmpty && sql.contains($0.shortName) }
        ?? document
      // The result is the current table then.
      let way = "open \(Quoting.word(asked.name)); "
      return invocation.open(
        made: made, as: "query of \(asked.shortName)",
        notes: query.report.notes { "\(way)\($0); \(invocation.statement.text)" })
    }
  }
}

extension TableQuery.Report {
  /// What it has met, in sentences.
  ///
  /// - Parameter again: the line that carries out commands on the table, and asks again.
  fileprivate func notes(again: (_ commands: String) -> String) -> [String] {
    var notes = columns.compactMap { table, column in
      table.fewNonNumbers(in: column).map {
        $0.note(
          in: table,
          "in SQL \($0.count == 1 ? "it is text" : "they are texts"), larger than any number",
          again: again)
      }
    }
    if notes.isEmpty {
      if let skipped {
        let text = DisplayText(skipped, limit: 40).text
        notes.append("sum, total and avg leave out texts that are no numbers, such as '\(text)'")
      }
      notes += computed.compactMap { table, column in
        table.noteOnAmounts(
          in: column, "in SQL they are texts, larger than any number", again: again)
      }
    }
    if let overflown {
      notes.append(
        "\(Quoting.word(overflown.name)) has 9e999, which stands for a number beyond those of SQL"
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
