// Commands that look at the cells of a column one by one and change some: `replace`, `trim`,
// `number`, `date` and their kin.

import Memory
import TableKit

/// What a command makes of a cell.
enum CellRewriting {
  /// It stays as it is.
  case unchanged
  /// It gets the text, in the kind of its former value.
  case text
  /// It gets the text, of a kind; in delimited text there are no kinds.
  case value(CellKind)
  /// The command cannot read it.
  case unreadable
  /// The command can read it in two ways that differ.
  case ambiguous
  /// A pattern took too many steps on it.
  case tooLong
  /// It had to stop.
  case stopped
}

/// Asks, while the text of one cell grows, whether that must stop: the user wants it, or the text
/// would take more memory than there is. A class because it counts.
final class CellPoll {
  private let shell: Shell
  private var calls = 0
  private var checkedLength = 1 << 20
  /// The memory that was not there.
  private(set) var shortage: MemoryShortage?

  init(_ shell: Shell) { self.shell = shell }

  /// Whether to stop; called with the length of the text so far.
  func mustStop(_ length: Int) -> Bool {
    calls &+= 1
    if calls & 0x3F == 0, shell.isStopped { return true }
    guard length >= checkedLength else {
      if length == 0 { checkedLength = 1 << 20 }
      return false
    }
    checkedLength = length * 2
    // It doubles, and is copied to the other texts, which double, too.
    do throws(MemoryShortage) { try MemoryWatch.demand(length * 8) } catch {
      shortage = error
      return true
    }
    return shell.isStopped
  }
}

/// Changes cells of columns one by one, and collects those that cannot be read.
struct CellRewriter {
  /// Makes another text of a cell's text, which is not null.
  ///
  /// - Parameter result: empty; gets the new text.
  typealias Rewrite = (
    _ kind: CellKind, _ text: UnsafeRawBufferPointer, _ result: inout [UInt8]
  ) -> CellRewriting

  private let invocation: Invocation
  /// What is done, for the user to see how far it is.
  private let title: String
  /// The number of rows between two looks whether the user stops it.
  var pollInterval = 4096
  /// Polled where the text of one cell can grow long.
  let poll: CellPoll
  /// The edits so far, one for each column.
  private(set) var edits: [Edit] = []
  /// The cells that could not be read.
  private(set) var unreadable = UnreadableCells()
  /// The cells that could be read in two ways.
  private(set) var ambiguous = UnreadableCells()

  init(_ invocation: Invocation, _ title: String) {
    (self.invocation, self.title) = (invocation, title)
    poll = CellPoll(invocation.shell)
  }

  /// Rewrites cells of a column.
  ///
  /// - Throws: `noSuchColumn`, `patternTooLong`, and what `cellFitting` throws.
  /// - Complexity: O(rows) and the calls of `rewrite`.
  mutating func rewrite(
    _ column: Column, of rows: [RowID], _ rewrite: Rewrite
  ) throws(CommandError) {
    let shell = invocation.shell
    let table = try invocation.document().table
    try demand(rows.count * (MemoryLayout<RowID>.stride + MemoryLayout<Int>.stride))
    let leading = table.leadingKind(of: column.id)
    var changed: [RowID] = []
    var values = CellList()
    var reader = CellReader(table, column.id)
    var text: [UInt8] = []
    shell.progress.begin("\(title) \(column.name)", .rows, total: rows.count)
    defer { shell.progress.end() }
    for (i, row) in rows.enumerated() {
      if i % pollInterval == pollInterval - 1 { try shell.pollLoop(at: i) }
      let rewriting = reader.withCell(row) { kind, bytes in
        if kind == .null { return CellRewriting.unchanged }
        text.removeAll(keepingCapacity: true)
        return rewrite(kind, bytes, &text)
      }
      switch rewriting {
      case .unchanged: continue
      case .unreadable: unreadable.add(row, column, in: table)
      case .ambiguous: ambiguous.add(row, column, in: table)
      case .stopped: throw poll.shortage.map(CommandError.outOfMemory) ?? .stopped
      case .tooLong: throw .patternTooLong(at: "\(table.name(of: row)) \(column.name)")
      case .text where table.syntax.isTyped:
        let typed = String(decoding: text, as: UTF8.self)
        changed.append(row)
        values.append(
          try editing(table.cellFitting(typed, row: row, column: column.id) { leading }))
      case .text, .value:
        let kind = if case .value(let kind) = rewriting { kind } else { CellKind.text }
        try demand(values.room(for: text.count))
        changed.append(row)
        text.withUnsafeBytes { values.append(kind, $0) }
      }
    }
    edits.append(.updateColumn(column.id, of: changed, to: values))
  }

  /// Adds another edit to the step.
  mutating func add(_ edit: Edit) { edits.append(edit) }

  /// Performs the edits as one step.
  ///
  /// - Parameters:
  ///   - what: what the cells should be that cannot be read, such as `a number`.
  ///   - condition: the rows in which the cell of a column is such a one afterwards, in Lua; nil: it is not
  ///     known.
  /// - Throws: `unreadableCells`, unless errors are skipped.
  func perform(
    reading what: String = "", hint: String? = nil,
    finding condition: (Column) -> String? = { _ in nil }
  ) throws(CommandError) -> CommandResult {
    try invocation.perform(edits, leaving: unreadable, what, hint: hint, finding: condition)
  }
}

extension Invocation {
  /// Performs edits. Cells that could not be read keep their value, and are an error; with
  /// `--skip-errors` they are a note.
  ///
  /// - Parameter condition: as `CellRewriter.perform` has it.
  func perform(
    _ edits: [Edit], leaving unreadable: UnreadableCells, _ what: String, hint: String?,
    finding condition: (Column) -> String?
  ) throws(CommandError) -> CommandResult {
    let error = unreadable.error(what, hint: hint, skipping: skippingErrors)
    if let error, !shell.skipsErrors { throw error }
    let line = unreadable.areAllNamed ? nil : try line(showing: unreadable, condition)
    let result = try perform(edits)
    return result.noting(
      error.map { [$0.message + (line.map { "; all of them: \($0)" } ?? "")] } ?? [])
  }

  /// The line that shows the rows with the cells that a command has left as they were; nil: unknown.
  private func line(
    showing cells: UnreadableCells, _ condition: (Column) -> String?
  ) throws(CommandError) -> String? {
    guard try optional(.target) == nil else { return nil }
    let conditions = cells.columns.compactMap(condition)
    guard conditions.count == cells.columns.count, conditions.count < 4 else { return nil }
    let isOne = conditions.count == 1
    return "show where " + conditions.map { isOne ? $0 : "(\($0))" }.joined(separator: " or ")
  }

  /// The line with `--skip-errors`.
  var skippingErrors: String {
    let text = statement.text.unicodeScalars
    let end = statement.words[0].end.offset
    return String(String.UnicodeScalarView(text.prefix(end))) + " --skip-errors"
      + String(String.UnicodeScalarView(text.dropFirst(end)))
  }
}

/// The cells that a command cannot read: how many, and the first of them.
struct UnreadableCells {
  private static let most = 5
  private(set) var count = 0
  private var first: [String] = []
  /// The first of them.
  private(set) var cell: (text: String, column: Column)?
  /// The columns that have some.
  private(set) var columns: [Column] = []
  /// Whether the error names each of them.
  var areAllNamed: Bool { count <= first.count }

  /// Adds a cell.
  mutating func add(_ row: RowID, _ column: Column, in table: Table) {
    count += 1
    if columns.last?.id != column.id { columns.append(column) }
    guard first.count < Self.most else { return }
    let text = table.cell(row, column.id).text
    if cell == nil { cell = (text, column) }
    let start = text.prefix(31)
    let short = start.count > 30 ? text.prefix(30) + "…" : text
    first.append("\(table.name(of: row)) \(column.name) '\(shown: short)'")
  }

  /// The error that lists them; nil if there are none.
  ///
  /// - Parameter line: the line that leaves them as they are.
  func error(_ what: String, hint: String?, skipping line: String) -> CommandError? {
    if count == 0 { return nil }
    return .unreadableCells(
      count: count, what: what, first: first + (count > first.count ? ["…"] : []), hint: hint,
      skipping: line)
  }
}
