import CommandLanguage
import TableKit
import Wording

extension Command {
  /// A command that deletes rows with the same cells as another.
  static var dedupe: Command {
    Command(
      name: "dedupe", group: .editing, summary: "delete rows that repeat others",
      synopsis: ["dedupe [--dry-run] [by COLS] [keep first|last]"],
      details: """
        Rows repeat each other if they have the same cells in COLS, even in different sections. \
        Without COLS, all columns are compared, the key included. The first of these rows stays; \
        with keep last, the last row stays.
        The same cells have the same text and kind: 1 and 1.0 differ, and so do null and empty \
        text.
        """,
      examples: [
        "dedupe by team": "keep the first row of each team",
        "dedupe by team keep last": "keep the last one",
      ], readOn: ["lists", "delete", "tally"], changes: true, yields: true, window: .part
    ) { invocation throws(CommandError) in
      let table = try invocation.document().table
      let columns = try invocation.optional(.columnList) ?? table.columns
      let rows = table.rowList
      let groups = try invocation.groups(of: rows, in: table, by: columns, .exactly)
      let repeats = groups.repeats(keepingLast: invocation.has("last")).map { rows[$0] }
      guard !repeats.isEmpty else {
        var result = CommandResult(sentence: invocation.noRepeats(in: table, columns))
        result.notes = try invocation.nearRepeats(in: table, columns).map { [$0] } ?? []
        return result
      }
      try invocation.confirmDeleting(repeats.count)
      let listed = repeats.prefix(5).map { row in
        "\(table.path(of: row)?.description ?? "") @\(table.key(of: row))"
      }
      var result = try invocation.perform([.delete(repeats)])
      let more = repeats.count > listed.count ? ", …" : ""
      result.details = ["they were: \(listed.joined(separator: ", "))\(more)"]
      let after = try invocation.document().table
      result.notes += try invocation.nearRepeats(in: after, columns).map { [$0] } ?? []
      return result
    }
  }
}

extension Invocation {
  /// Groups rows by columns.
  func groups(
    of rows: [RowID], in table: Table, by columns: [Column], _ equality: RowGroups.Equality = .cells
  ) throws(CommandError) -> RowGroups {
    try demand(rows.count * RowGroups.bytesPerRow)
    return try editing(
      RowGroups(
        of: [RowGroups.Part(rows, of: table, by: columns.map(\.id))], by: equality, workers: .two,
        progress: shell.progress))
  }

  /// Says that no row repeats another, and why that is no wonder where the key is compared, too.
  fileprivate func noRepeats(in table: Table, _ columns: [Column]) -> String {
    let key = table.keyColumns.compactMap { table.column($0) }
    guard !key.isEmpty, key.allSatisfy(columns.contains) else { return "no row repeats another" }
    let names = Counts.list(key.map { "'\(shown: $0.name)'" })
    let others = columns.filter { !key.contains($0) }.map { Quoting.word($0.name) }
    let hint = others.isEmpty ? "" : ": dedupe by \(others.joined(separator: ","))"
    return "no row repeats another, as the key \(names) is compared, too\(hint)"
  }

  /// Says which rows have the same identifier, though not all cells are the same; nil: none, or
  /// `dedupe` compared some columns alone.
  ///
  /// - Parameter columns: those that were compared.
  /// - Complexity: O(rows), and O(columns) for each row that is told of.
  fileprivate func nearRepeats(
    in table: Table, _ columns: [Column]
  ) throws(CommandError) -> String? {
    guard table.keyColumns.isEmpty, columns.count == table.columns.count, columns.count > 1,
      let id = columns.first(where: \.isNamedLikeIdentifier)
    else { return nil }
    let rows = table.rowList
    let groups = try groups(of: rows, in: table, by: [id], .exactly)
    let repeats = groups.repeats(keepingLast: false)
    // A column of few values tells no rows apart.
    guard !repeats.isEmpty, repeats.count * 10 <= rows.count else { return nil }
    let differing = columns.filter { column in
      repeats.prefix(1000).contains { place in
        let first = rows[Int(groups.firsts[Int(groups.numbers[place])])]
        return table.cell(rows[place], column.id) != table.cell(first, column.id)
      }
    }
    let names = Counts.list(differing.prefix(3).map { Quoting.word($0.name) })
    let name = Quoting.word(id.name)
    return "\(Counts.of(repeats.count, "row")) still \(repeats.count == 1 ? "repeats" : "repeat") "
      + "\(name), but not \(names): dedupe by \(name)"
  }
}

extension Column {
  /// Whether its name ends as those of columns do that tell rows apart: `id`, `order id`, `orderId`.
  var isNamedLikeIdentifier: Bool {
    let lower = name.lowercased()
    return lower == "id" || name.hasSuffix("Id") || name.hasSuffix("ID")
      || [" id", "_id", "-id", ".id"].contains(where: lower.hasSuffix)
  }
}

extension RowGroups {
  /// The places of the rows that repeat others, in order.
  ///
  /// - Parameter keepsLast: whether the last of equal rows is none of them, rather than the first.
  fileprivate func repeats(keepingLast keepsLast: Bool) -> [Int] {
    var kept = firsts
    if keepsLast {
      for (place, number) in numbers.enumerated() { kept[Int(number)] = UInt32(place) }
    }
    return numbers.indices.filter { kept[Int(numbers[$0])] != UInt32($0) }
  }
}
