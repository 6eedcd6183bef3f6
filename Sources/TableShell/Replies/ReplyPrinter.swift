import BatchUpdates
import TablePrinters
import Wording

/// Makes the text of a reply: what the command did, its plan and the table, as a session's settings say.
package struct ReplyPrinter {
  let shell: Shell

  /// A reply as it is printed where results go now.
  func text(of reply: Reply) -> String { text(reply, isRedirected: false) }

  /// - Parameter isRedirected: whether it goes into a file or a program: then without colour, and
  ///   what `show` prints is not cut.
  /// - Parameter isWide: whether a table that was asked for has its lines whole, however wide they are.
  func text(_ reply: Reply, isRedirected: Bool, isWide: Bool = false) -> String {
    let style = isRedirected ? .plain : shell.style
    let text = textBeforeTable(reply, isRedirected: isRedirected, isWide: isWide)
    // What the stages end with is the table.
    let stages = reply.result.motion.map { shell.motion.stagesAsText($0, style) } ?? ""
    return text + (stages.isEmpty ? textOfTable(reply, style, after: text, isRedirected) : stages)
  }

  /// Returns what a reply says before the table.
  func textBeforeTable(_ reply: Reply, isRedirected: Bool, isWide: Bool = false) -> String {
    let result = reply.result
    let style = isRedirected ? .plain : shell.style
    // The output is escaped for a terminal only.
    let isShown = !isRedirected && shell.isOnTerminal
    let width = isShown ? shell.terminalWidth : nil
    var text = isShown ? DisplayText.lines(result.output) : result.output
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    if style.isEnabled { text = Self.colored(text, result.roles, style) }
    for line in [reply.sentence].compactMap(\.self) + result.details {
      text += Self.wrapped(line, width)
    }
    if shell.options.traces { for event in reply.events { text += "  \(event.line)\n" } }
    let room = isRedirected ? nil : room(for: reply)
    let table = room.map { $0.hasTable && result.showsTable } == true ? reply.table : nil
    text += planText(
      of: result, fitting: room?.planHeight(after: text, before: table), style: style,
      width: width)
    if var view = result.view {
      if isRedirected || isWide {
        if isWide, view.columns == nil {
          reply.showConcerned(in: &view)
          view.leadWithConcerned()
        }
        view.width = nil
        view.columnWidth = .max
      } else if shell.isRead, view.columns == nil {
        reply.showConcerned(in: &view)
      }
      print(view, style, to: &text)
    }
    return text
  }

  private static func wrapped(_ line: String, _ width: Int?) -> String {
    TextWrapping.hanging(VisibleText.line(line), width: width, start: 0, indent: 2) + "\n"
  }

  /// The line that says what a command did, as a person reads it, with its line end; empty if there is none.
  func firstLine(of reply: Reply) -> String {
    reply.sentence.map { Self.wrapped($0, shell.terminalWidth) } ?? ""
  }

  /// The room on the screen for a reply; nil: it is printed whole.
  private func room(for reply: Reply) -> ScreenRoom? {
    ScreenRoom(for: reply.result, isPush: reply.push != nil, in: shell)
  }

  /// Returns the table that a reply ends with; empty if it has none.
  ///
  /// - Parameter before: what the reply says before it.
  func textOfTable(
    _ reply: Reply, _ style: Style, after before: String, _ isRedirected: Bool = false
  ) -> String {
    guard reply.result.showsTable, let table = reply.table else { return "" }
    if !isRedirected, let room = room(for: reply) {
      guard room.hasTable else { return "" }
      if shell.options.tableMode == .viewport {
        return room.text(of: looked(table), after: before, style)
      }
    }
    var text = ""
    print(table, style, to: &text)
    return text
  }

  /// Returns the lines of the plan of a result, each with its line end; empty if there is none, or none
  /// is printed.
  ///
  /// - Parameters:
  ///   - height: the most lines; nil: any.
  ///   - width: the columns of a line; nil: any.
  func planText(
    of result: CommandResult, fitting height: Int?, style: Style = .plain, width: Int? = nil
  ) -> String {
    guard !shell.options.isQuiet, height != 0, let plan = plan(of: result) else { return "" }
    let isLast = result.plan == nil && shell.current?.past.change != nil && !shell.isDryRun
    let text = TextPlanPrinter(
      style: style, width: width, height: height, whole: isLast ? "plan" : nil
    ).text(
      plan, economy: result.transaction?.economy ?? "the least possible",
      animations: result.planAnimations)
    return text.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" } ?? ""
  }

  /// Returns the plan of a result as it is printed without colours; empty if there is none.
  package func planText(of result: CommandResult) -> String {
    guard let plan = plan(of: result) else { return "" }
    let text = TextPlanPrinter().text(
      plan, economy: result.transaction?.economy ?? "the least possible",
      animations: result.planAnimations)
    return text.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 } ?? ""
  }

  /// Returns lines, each with its line end, the last ones in the colours of their roles.
  private static func colored(_ text: String, _ roles: [Style.Role], _ style: Style) -> String {
    guard !roles.isEmpty else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Behind the last line end stands nothing.
    for (index, role) in zip(lines.indices.dropLast().reversed(), roles.reversed()) {
      lines[index] = style.apply(role, to: lines[index])
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the plan of a result; nil if there is none, or ^C stops the planning. The change stays.
  package func plan(of result: CommandResult) -> Plan? {
    if let plan = result.plan { return plan }
    guard let transaction = result.transaction, transaction.hasPlan else { return nil }
    switch result.madePlan.attempt {
    case .done(let plan): return plan
    case .stopped: return nil
    case nil: break
    }
    do throws(CommandError) {
      let plan = try PlanPrinters.plain.fitting(editing(transaction.plan(shell.progress)))
      result.madePlan.attempt = .done(plan)
      return plan
    } catch {
      result.madePlan.attempt = .stopped
      shell.console.writeError("note: the change is made; its plan was stopped: plan prints it\n")
      return nil
    }
  }

  /// Returns the visible part of a table, as printed after a command.
  package func view(of document: Document) -> TableView {
    var view = TableView(document.table)
    view.selection = document.editor.selection
    view.marks = document.editor.marks.members
    view.hidden = document.screen.hidden
    view.isEditing = document.editor.isEditing
    view.isStopped = { [weak shell] in shell?.isStopped ?? false }
    view.wholeSize = document.source.wholeSize
    view.selectsSeveralInEditing =
      document.controller.settings.flags.allowsMultipleSelectionDuringEditing
    let shown = shell.shownNumbers(of: document)
    view.offset = shown.lowerBound
    let isWhole = shown.count == document.table.rowCount
    view.height = isWhole || shell.console.size == nil ? shell.viewportHeight : shown.count
    view.width = shell.shownWidth
    view.tellsHowToScroll = shell.isRead
    return view
  }
}
