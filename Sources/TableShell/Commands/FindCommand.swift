import TableKit
import Wording

extension Command {
  /// A command that finds text in cells, ignoring case.
  static var find: Command {
    Command(
      name: "find", group: .looking, summary: "look for a text in all cells, upper case or lower",
      synopsis: ["find [--column COL] … TEXT"],
      details: "Lists the first 20 cells that hold it and scrolls to the first of them.",
      example: "find an"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let text = try invocation[.word].text
      guard !text.isEmpty else { throw invocation.refusal("an empty text is everywhere") }
      var columns = try invocation.values(of: "--column").map(invocation.column)
      if columns.isEmpty { columns = document.table.columns }
      return .output(try invocation.find(text, in: columns, of: document))
    }
  }
}

extension Invocation {
  fileprivate func find(
    _ text: String, in columns: [Column], of document: Document
  ) throws(CommandError) -> String {
    let shown = 20
    let table = document.table
    let needle = Needle(text)
    var hits: [(row: RowID, column: Column)] = []
    var cells = 0
    var rows = 0
    var visited = 0
    shell.progress.begin("finding \(text)", .rows, total: table.rowCount)
    defer { shell.progress.end() }
    for row in table.allRows {
      visited += 1
      if visited % 4096 == 0 { try shell.pollLoop(at: visited) }
      let before = cells
      for column in columns {
        guard table.withCell(row, column.id, { $0 != .null && needle.isIn($1) }) else { continue }
        cells += 1
        if hits.count < shown { hits.append((row, column)) }
      }
      if cells > before { rows += 1 }
    }
    guard let first = hits.first else { return "no cell holds '\(text)'" }
    shell.reveal(first.row, in: document)
    var lines = AlignedText(in: shell)
    for hit in hits {
      let path = table.path(of: hit.row)?.description ?? ""
      let cell = table.cell(hit.row, hit.column.id).text
      lines.add(
        path, table.key(of: hit.row), hit.column.name,
        shell.isOnTerminal ? needle.excerpt(of: cell) : cell)
    }
    let more = cells > shown ? "; the first \(shown) are shown" : ""
    return lines.text() + "\(Counts.of(cells, "cell")) in \(Counts.of(rows, "row"))\(more)"
  }
}

/// A search text, matched regardless of case.
struct Needle {
  private let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  /// - Parameter text: the text to find; not empty.
  init(_ text: String) {
    self.text = text.lowercased()
    bytes = Array(self.text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether the UTF-8 bytes of a cell contain the text.
  func isIn(_ cell: UnsafeRawBufferPointer) -> Bool {
    if isASCII { return firstIndex(in: cell) != nil }
    return String(decoding: cell, as: UTF8.self).lowercased().contains(text)
  }

  /// Returns the part of a cell around the first match, with `…` where text is cut.
  ///
  /// - Parameter length: the largest number of characters kept, without the ellipses.
  func excerpt(of cell: String, length: Int = 40) -> String {
    let letters = Array(cell)
    guard letters.count > length else { return cell }
    let lowered = letters.map { String($0).lowercased() }
    let first = lowered.indices.first { index in
      var joined = ""
      for letter in lowered[index...] {
        joined += letter
        if joined.utf8.count >= bytes.count { break }
      }
      return joined.hasPrefix(text)
    }
    let start = max(0, min((first ?? 0) - length / 4, letters.count - length))
    let end = min(letters.count, start + length)
    return (start > 0 ? "…" : "") + String(letters[start..<end])
      + (end < letters.count ? "…" : "")
  }

  private func firstIndex(in cell: UnsafeRawBufferPointer) -> Int? {
    guard cell.count >= bytes.count else { return nil }
    search: for start in 0...(cell.count - bytes.count) {
      for (offset, byte) in bytes.enumerated() {
        let other = cell[start + offset]
        let lowered = other &- 0x41 < 26 ? other | 0x20 : other
        if lowered != byte { continue search }
      }
      return start
    }
    return nil
  }
}
