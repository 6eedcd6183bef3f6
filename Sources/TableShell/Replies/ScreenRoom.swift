import TableKit
import TablePrinters
import Wording

// How the answer to a change is fitted to the screen. `Shell.deliver` asks for its notes, and
// `ReplyPrinter` for its plan and its table.

extension CommandResult {
  /// Whether it tells what a command did, and shows the table after it, instead of what somebody asked
  /// to see. Such an answer is never paged.
  var tellsOfChange: Bool { view == nil && (transaction != nil || showsTable) }
}

/// The room on a screen for the answer to a change: the typed line, what was done, notes, plan, table
/// and the next prompt are seen together.
///
/// Notes and plan take at most a third of the screen; the table has as many rows as are left. The
/// answers to the statements of one line share it: only the last one has a plan and a table. Only a person at a terminal gets it so: what goes to files,
/// pipes and programs is whole.
struct ScreenRoom {
  private let shell: Shell
  private let result: CommandResult
  private let size: (columns: Int, rows: Int)
  /// Whether the answer may have a plan and a table: no other statement of the line follows.
  let hasTable: Bool
  /// The lines of what was typed, of answers before this one, and of what follows it.
  private let around: Int

  /// The least number of rows of a table.
  private static let leastRows = 3
  /// The least number of lines of a plan: what it is, and how much is left out.
  private static let leastPlan = 2

  /// The room for an answer; nil: it is printed whole.
  ///
  /// - Parameter isPush: whether it tells what others did, which nobody typed.
  init?(for result: CommandResult, isPush: Bool = false, in shell: Shell) {
    guard result.tellsOfChange, shell.isRead, !shell.repliesInJSON, let size = shell.console.size
    else { return nil }
    (self.shell, self.result, self.size) = (shell, result, size)
    hasTable = isPush || !shell.context.isFollowed
    func lineCount(_ text: String) -> Int {
      max(1, Pager.lineCount(of: text + "\n", columns: size.columns))
    }
    around =
      (isPush ? 0 : lineCount(shell.typed) + shell.answeredLines) + lineCount(shell.prompt)
      + (shell.options.timesCommands ? 1 : 0)
  }

  /// The most lines of notes and plan together.
  private var share: Int { max(Self.leastPlan + 1, size.rows / 3) }

  private func lineCount(_ text: String) -> Int { Pager.lineCount(of: text, columns: size.columns) }
}

// MARK: - Notes and plan

extension ScreenRoom {
  /// The notes that have room; the last one counts the others.
  var notes: [String] {
    guard let width = shell.console.errorWidth else { return result.notes }
    func noteLines(_ note: String) -> Int {
      Pager.lineCount(of: shell.noteText(note), columns: width)
    }
    let plan = lineCount(shell.replies.planText(of: result, fitting: nil, width: size.columns))
    let most = max(share - plan, share / 2, plan == 0 ? freeLines : 0)
    var left = most
    var shown: [String] = []
    for note in result.notes {
      left -= noteLines(note)
      if left < 0 { break }
      shown.append(note)
    }
    guard shown.count < result.notes.count else { return shown }
    // The line that counts takes the place of one or more, but the first always stays.
    left = most - 1 - shown.reduce(0) { $0 + noteLines($1) }
    while left < 0, shown.count > 1 { left += noteLines(shown.removeLast()) }
    if shown.isEmpty { shown = [result.notes[0]] }
    let rest = result.notes.dropFirst(shown.count)
    guard !rest.isEmpty else { return shown }
    // What was said of the table when it was opened is said again.
    let known = shell.current.map { $0.opening.notes } ?? []
    let again = rest.allSatisfy(known.contains) ? ": info" : ""
    return shown + ["… and \(Counts.of(rest.count, "more note"))\(again)"]
  }

  /// The lines that a table which is seen whole, and what is said before it, leave free.
  private var freeLines: Int {
    guard hasTable, result.showsTable, let document = shell.current,
      document.table.rowCount < size.rows, shell.options.tableMode == .viewport
    else { return 0 }
    let said = [result.sentence ?? shell.replies.sentence(for: result, on: document)]
    var text = (said + result.details).map { $0 + "\n" }.joined()
    var view = shell.replies.view(of: document)
    (view.offset, view.height) = (0, document.table.rowCount)
    TextTablePrinter().print(view, to: &text)
    return size.rows - around - lineCount(text)
  }

  /// The lines of the notes.
  private var noteLines: Int {
    guard let width = shell.console.errorWidth else { return 0 }
    return notes.reduce(0) {
      $0 + Pager.lineCount(of: shell.noteText($1), columns: width)
    }
  }

  /// The most lines of the plan, which leaves room for the least number of rows; none where another answer
  /// follows.
  ///
  /// - Parameters:
  ///   - text: what the answer says before it.
  ///   - table: the table after it; nil: none.
  func planHeight(after text: String, before table: TableView?) -> Int {
    guard hasTable else { return 0 }
    let noteLines = noteLines
    var room = size.rows - around - noteLines - lineCount(text)
    if var table {
      table.height = min(table.height ?? Self.leastRows, Self.leastRows)
      var text = ""
      TextTablePrinter().print(table, to: &text)
      room -= lineCount(text)
    }
    return max(Self.leastPlan, min(share - noteLines, room))
  }
}

// MARK: - The table

extension ScreenRoom {
  /// Returns a table with the rows that have room, among them one that the change concerns if the view
  /// has one.
  ///
  /// - Parameter text: what the answer says before it.
  /// - Complexity: O(rows of the view), a few times.
  func text(of view: TableView, after text: String, _ style: Style) -> String {
    Self.text(
      of: view, in: size.rows - around - noteLines - lineCount(text), columns: size.columns,
      concerned: view.firstShown(of: concernedRows), style)
  }

  /// Returns a table with the rows that have room.
  ///
  /// - Parameters:
  ///   - room: the lines that it may take; it has a few rows in any case.
  ///   - concerned: the number of a row that shall be among them; nil: any.
  static func text(
    of view: TableView, in room: Int, columns: Int, concerned: Int? = nil, _ style: Style
  ) -> String {
    let most = min(view.height ?? .max, view.rows?.count ?? view.table.rowCount)
    func printed(_ height: Int) -> (text: String, over: Int) {
      var part = view
      part.height = height
      if let concerned, concerned >= view.offset + height {
        part.offset = min(max(view.offset, concerned - 1), view.offset + most - height)
      }
      var text = ""
      TextTablePrinter(style: style).print(part, to: &text)
      return (text, Pager.lineCount(of: text, columns: columns) - room)
    }
    var (height, shown) = (most, printed(most))
    while shown.over > 0, height > leastRows {
      height = max(leastRows, height - shown.over)
      shown = printed(height)
    }
    // Headings may have gone with the rows.
    while shown.over < 0, height < most {
      let more = printed(height + 1)
      if more.over > 0 { break }
      (height, shown) = (height + 1, more)
    }
    return shown.text
  }

  /// Rows that the change has made, changed or selected: of many the first ones.
  private var concernedRows: [RowID] {
    guard let transaction = result.transaction else { return [] }
    return [transaction.concernedRows, transaction.log.moved].flatMap { $0.prefix(100) }
  }
}

extension Transaction {
  /// The rows that are to be seen after a change: those it has made or changed, or else the selected ones, if
  /// some were not selected before.
  var concernedRows: [RowID] {
    if changesTable { return log.inserted + log.updated }
    return summary.newlySelected > 0 ? Array(after.selection.rows) : []
  }
}

// MARK: - The columns

extension Reply {
  /// Has a table show the columns that the command has named or changed, where not all have room.
  func showConcerned(in view: inout TableView) {
    view.concerned = namedColumns(of: view.table)
    view.concernChanges(of: result.transaction?.log.updated ?? [])
  }

  /// The columns whose names stand in the command, as they are or in quotes.
  private func namedColumns(of table: Table) -> Set<ColumnID> {
    let text = command.prefix(1000).drop { !$0.isWhitespace }
    var names = Set(text.split { "\"'".contains($0) })
    names.formUnion(text.split { $0.isWhitespace || ",=:".contains($0) })
    names.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    return Set(table.columns.lazy.filter { names.contains($0.name[...]) }.map(\.id))
  }
}
