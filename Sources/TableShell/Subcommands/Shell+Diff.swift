import BatchUpdates
import TableKit
import TablePrinters

extension Shell {
  /// Prints the plan that turns one source into another (INTERFACES, section 3); both are only
  /// read.
  ///
  /// - Returns: `leave` with status 1 when they differ and that was asked for.
  public func diff(_ request: DiffRequest) -> Ending {
    do throws(CommandError) {
      let comparison = try compare(request.old, request.new)
      if request.showsTables {
        let staged = comparison.stagedPlan(request.planner)
        write(staged.plan, staged, of: comparison, as: request.format)
      } else {
        write(comparison.plan(request.planner), nil, of: comparison, as: request.format)
      }
      return request.exitCode && !comparison.isEmpty ? .leave(status: 1) : .done
    } catch {
      report(Failure(error, at: nil), of: "diff \(request.old) \(request.new)")
      if case .interrupted = error { return .interrupted }
      return .failed
    }
  }

  /// Reads and compares two sources, and tells what their readers and the comparison note.
  func compare(_ old: String, _ new: String) throws(CommandError) -> Comparison {
    let tables = [try table(of: old), try table(of: new)]
    do throws(EditError) {
      let comparison = try Comparison(tables[0], tables[1]) { [console] in console.isInterrupted }
      for note in comparison.notes { console.writeError("note: \(DisplayText(note).text)\n") }
      return comparison
    } catch {
      throw CommandError(error)
    }
  }

  /// The table of a source, read as the options of the session say.
  func table(of path: String) throws(CommandError) -> Table {
    let document: Document
    do throws(CommandError) {
      document = try read(path, options.reading, loader: options.loader)
      if let name = options.sectionColumn {
        try document.makeSections(by: name) { [console] in console.isInterrupted }
      }
    } catch {
      switch error {
      case .noSuchColumn, .source(.noSuchColumn): throw .inSource(path, error)
      default: throw error
      }
    }
    for note in document.notes { console.writeError("note: \(note)\n") }
    return document.table
  }

  private func write(
    _ plan: Plan, _ staged: StagedPlan?, of comparison: Comparison, as format: DiffFormat
  ) {
    let names = OutlineNames(comparison.ends)
    var text = ""
    switch format {
    case .text:
      let printer = TextPlanPrinter(style: style)
      if let staged {
        printer.print(staged, names: names, to: &text)
      } else {
        printer.print(plan, to: &text)
      }
      emit(plan.isEmpty ? "no difference\n" : text)
    case .markdown:
      if let staged {
        MarkdownPlanPrinter().print(staged, names: names, to: &text)
      } else {
        MarkdownPlanPrinter().print(plan, to: &text)
      }
      emit(plan.isEmpty ? "No difference.\n" : text)
    case .json:
      var json = JSONWriter()
      if let staged {
        JSONPlanPrinter().write(staged, names: names, into: &json)
      } else {
        JSONPlanPrinter().write(plan, into: &json)
      }
      emit(json.text + "\n")
    }
  }
}
