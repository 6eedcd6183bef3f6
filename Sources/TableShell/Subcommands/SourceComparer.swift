import BatchUpdates
import CommandLanguage
import TableKit
import TablePrinters
import Wording

/// What `tablesh diff` is asked: two sources, and how their plan is made and printed.
public struct DiffRequest: Sendable {
  /// The source before; `-` is standard input.
  public var old: String
  /// The source after, likewise.
  public var new: String
  /// What prints the plan.
  public var printer = PlanPrinters.plain
  /// Whether the table after each stage is printed, too: in text, JSON and Markdown.
  public var showsTables = false
  /// Whether each operation's reason is printed, too: in text.
  public var showsReasons = false
  /// Whether the exit status is 1 when the two differ.
  public var exitCode = false
  /// Which differences do not count.
  public var likeness = Likeness()
  /// How the plan is made.
  public var planner = Planner(content: .reload)

  /// Creates a request for the plan between two sources.
  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}

/// Compares two sources, neither of which is written.
package struct SourceComparer {
  let shell: Shell

  /// Prints the plan that turns one source into another (INTERFACES, section 3). Neither is
  /// written.
  ///
  /// - Returns: `leave` with status 1 when they differ and that was asked for.
  public func diff(_ request: DiffRequest) -> Outcome {
    do throws(CommandError) {
      let comparison = try compare(request.old, request.new, by: request.likeness)
      let change = PlannedComparison(comparison: comparison, planner: request.planner)
      shell.emit(try text(of: change, request))
      return request.exitCode && !comparison.isEmpty ? .leave(status: 1) : .done
    } catch {
      return shell.fail(paired(error, request), of: "diff \(request.old) \(request.new)")
    }
  }

  /// The error of a key that repeats, with the line that pairs rows all the same.
  private func paired(_ error: CommandError, _ request: DiffRequest) -> CommandError {
    let key = shell.options.reading.key
    guard case .source(.duplicateKey) = error, !key.isEmpty, request.old != "-",
      request.new != "-"
    else { return error }
    let names = key.map(Quoting.name).joined(separator: ",")
    let line = "changes --key \(names) \(Quoting.path(request.old))"
    return .hinted(error, "tablesh -c \(ShellWord.sh(line)) \(ShellWord.sh(request.new))")
  }

  /// Reads and compares two sources; prints the notes of both readers and of the comparison.
  ///
  /// - Parameter likeness: which differences do not count.
  package func compare(
    _ old: String, _ new: String, by likeness: Likeness = Likeness()
  ) throws(CommandError) -> Comparison {
    let tables = [try table(of: old), try table(of: new)]
    let comparison = try likeness.comparison(tables[0], tables[1], progress: shell.progress)
    for note in comparison.notes {
      shell.console.writeError("note: \(DisplayText(line: note).text)\n")
    }
    return comparison
  }

  /// Reads the table of a source with the options of the session.
  func table(of path: String) throws(CommandError) -> Table {
    let document: Document
    do throws(CommandError) {
      document = try shell.read(
        path, shell.options.reading.sectioned(by: shell.options.sectionColumn),
        loader: shell.options.loader)
      if let name = shell.options.sectionColumn {
        try shell.makeSections(of: document, by: name)
      }
    } catch {
      switch error {
      case .noSuchColumn, .source(.noSuchColumn): throw .inSource(path, error)
      default: throw error
      }
    }
    for note in document.opening.notes { shell.writeNote(note) }
    return document.table
  }

  private func text(
    of change: PlannedComparison, _ request: DiffRequest
  ) throws(CommandError) -> String {
    if change.comparison.isEmpty, let sentence = request.printer.textOfNoDifference {
      return sentence
    }
    var text =
      try request.printer.text(
        of: change, style: shell.style, width: shell.terminalWidth,
        showsTables: request.showsTables, title: request.new.lastPathPart.nameOfTable
      ) ?? ""
    if request.showsReasons {
      text += TextPlanPrinter(style: shell.style, width: shell.terminalWidth)
        .reasons(of: change.stagedPlan, change.ends)
    }
    return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }
}
