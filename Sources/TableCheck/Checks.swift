import BatchCode
import BatchUpdates
import TableKit
import BatchCheck
import TablePrinters
import TableShell
import TableSources
import Wording

/// `tablesh check` in a session.
final class Checks: SessionPart {
  private unowned let shell: Shell

  init(_ shell: Shell) { self.shell = shell }

  func runSubcommand(_ call: RoomCall) -> Outcome? {
    guard case .check(let request) = call else { return nil }
    return switch request {
    case .tables(let old, let plan, let new, let given):
      check(old: old, plan: plan, new: new, given)
    case .counts(let plan, let before, let after, let given):
      check(plan, before: before, after: after, given)
    case .exception(let path): checkException(path)
    }
  }

  /// Checks a hand-written plan by UIKit's rules, and prints a report (INTERFACES, section 3).
  /// Nothing is written.
  ///
  /// - Parameters: the sources before and after, and the plan; `-` is standard input, and JSON or code
  ///   is the plan itself. `given` are the values of what code does not say.
  /// - Returns: `leave` with status 1 when the plan is illegal or leaves something stale.
  private func check(old: String, plan path: String, new: String, _ given: [String]) -> Outcome {
    do throws(CommandError) {
      let plan = try readPlan(path, given)
      let comparison = try shell.comparer.compare(old, new)
      let report = try report(on: plan, comparison)
      emit(
        { JSONCheckPrinter().print(report, to: &$0) },
        orText: { printer.print(report, to: &$0) })
      return report.isExact ? .done : .leave(status: 1)
    } catch {
      return shell.fail(error, of: "check \(old) \(path) \(new)")
    }
  }

  /// Judges one hand-written stage by UIKit's rules from numbers of rows alone, and prints the
  /// verdict. Nothing is written.
  ///
  /// - Parameters:
  ///   - path: the plan; `-` is standard input, and JSON or code is the plan itself.
  ///   - before: the number of rows in each section before.
  ///   - after: the number of rows in each section after.
  ///   - given: the values of what code does not say.
  /// - Returns: `leave` with status 1 when the stage is illegal.
  private func check(_ path: String, before: [Int], after: [Int], _ given: [String]) -> Outcome {
    do throws(CommandError) {
      let plan = try readPlan(path, given)
      var verdict: Verdict
      let stage = plan.file.stages.first?.operations ?? Stage()
      switch plan.file.content {
      case .reloadData(let why): verdict = .reloadData(why: why)
      case .stages(let stages):
        if stages.count > 1 {
          throw .source(
            .badPlan(
              stages[1].source.place(in: plan.file.file),
              problem: "numbers of rows are enough for one stage, and this is the second",
              hint: "check each stage by itself, or give OLD and NEW"))
        }
        verdict = Judge().verdict(on: stage, before: before, after: after)
        if plan.isOfCollectionView { verdict = verdict.inCollectionView(stage) }
      }
      emit(
        { JSONCheckPrinter().print(verdict, plan.warnings, to: &$0) },
        orText: {
          if case .illegal(let violation) = verdict {
            printer.print(
              CrashMessage(
                violation, of: stage, before: before, after: after,
                isOfCollectionView: plan.isOfCollectionView), to: &$0)
          } else {
            printer.print(verdict, to: &$0)
          }
          printer.print(plan.warnings, to: &$0)
        })
      return verdict.isLegal ? .done : .leave(status: 1)
    } catch {
      let (old, new) = (counts(before), counts(after))
      return shell.fail(error, of: "check --before \(old) --after \(new) \(path)")
    }
  }

  private func counts(_ counts: [Int]) -> String {
    counts.isEmpty ? "''" : counts.map { "\($0)" }.joined(separator: ",")
  }

  private var printer: TextCheckPrinter {
    TextCheckPrinter(style: shell.style, width: shell.terminalWidth)
  }

  /// Writes what a printer makes, in the format of replies.
  private func emit(_ json: (inout String) -> Void, orText text: (inout String) -> Void) {
    var output = ""
    if shell.options.format == .json { json(&output) } else { text(&output) }
    shell.emit(output)
  }

  /// Explains an exception message of UIKit found in a text.
  ///
  /// - Parameter path: the file with the text; `-` is standard input.
  /// - Returns: `leave` with status 1 when there is one.
  private func checkException(_ path: String) -> Outcome {
    do throws(CommandError) {
      let name = path == "-" ? "stdin" : path
      let bytes = try TextFile.readBytes(
        path == "-" ? "/dev/stdin" : path, name: name, progress: shell.progress)
      let paste = CrashEncoding.text(of: bytes)
      let messages = CrashMessage.all(in: paste)
      if messages.isEmpty {
        let example =
          (CrashMessage.hasStackOfUpdate(paste)
            ? "its stack goes through the end of a batch, and the message is elsewhere in the log; "
            : "")
          + "paste the reason, such as: Invalid update: invalid number of rows in section 0. …"
        guard let reason = CrashReason(paste) else {
          throw .outside(
            code: "no-exception", message: "no message of UIKit about table views in '\(name)'",
            hint: example)
        }
        throw .outside(
          code: "no-exception",
          message:
            "not one of table updates, or not known here: \(DisplayText(line: reason.quoted).text)",
          hint: example)
      }
      emit(
        { JSONCheckPrinter().print(messages, to: &$0) },
        orText: { printer.print(messages, to: &$0) })
      return .leave(status: 1)
    } catch {
      return shell.fail(error, of: "check --exception \(path)")
    }
  }

  /// Reads the plan to be judged; what begins with `{`, or has a call of a batch, is the plan itself.
  private func readPlan(_ path: String, _ given: [String]) throws(CommandError) -> JudgedPlan {
    var name = "PLAN"
    var bytes = Array(path.utf8)
    if !path.hasPrefix("{"), !CodeReader.isCode(path) {
      name = path == "-" ? "stdin" : path
      bytes = try TextFile.readBytes(
        path == "-" ? "/dev/stdin" : path, name: name, limit: .max, progress: shell.progress)
    }
    return try sourcing(JudgedPlan(bytes, name: name, given: given))
  }

  private func report(
    on plan: JudgedPlan, _ comparison: Comparison
  ) throws(CommandError) -> PlanReport {
    let file = plan.file
    let redraws = file.stages.contains {
      !$0.operations.rows.reconfigures.isEmpty || !$0.operations.sections.reconfigures.isEmpty
    }
    let least = comparison.plan(Planner(content: redraws ? .reconfigure : .reload))
    let outcome: PlanReport.Outcome
    switch file.content {
    case .reloadData(let why): outcome = .reloadData(why: why)
    case .stages(let stages):
      let tables = try sourcing(PlanTables(stages, in: file.file, comparison))
      outcome = .checked(
        PlanCheck(
          stages: stages.map(\.operations), before: comparison.before, between: tables.between,
          after: tables.after, isOfCollectionView: plan.isOfCollectionView))
    }
    return PlanReport(
      comparison: comparison, given: file.plan, outcome: outcome, least: least,
      isOfCollectionView: plan.isOfCollectionView, warnings: plan.warnings)
  }
}

/// The tables after each stage of a hand-written plan, with the identities of a comparison.
///
/// A stage lists its table by keys of rows of the old or the new table. Contents are those of the
/// new table, or of the old if a row or section is not in the new: see `PlanCheck`.
struct PlanTables {
  /// The table after each stage but the last.
  let between: [Outline]
  /// The table after the last stage.
  let after: Outline

  /// - Throws: `badPlan` where a stage that is not the last has no table, where a table has a row
  ///   or section that neither the old nor the new table has, or twice, and where the table of the
  ///   last stage is not the new one.
  init(_ stages: [PlanFile.Stage], in file: String, _ comparison: Comparison) throws(SourceError) {
    after = Self.after(comparison)
    let names = Names(comparison, after, file: file)
    var between: [Outline] = []
    for (number, stage) in stages.enumerated() {
      let isLast = number == stages.count - 1
      guard let table = stage.after else {
        if isLast { continue }
        throw .badPlan(
          stage.source.place(in: file),
          problem: "stage \(number + 1) of \(stages.count) has no 'after'",
          hint: "a stage that is not the last needs its table: 'after' holds sections with the keys"
            + " of their rows, as tablesh diff --stages-with-tables writes it")
      }
      let outline = try names.outline(of: table)
      if !isLast {
        between.append(outline)
      } else if !outline.hasSamePlaces(as: after) {
        throw .badPlan(
          table.source.place(in: file), problem: "the table after the last stage is not NEW",
          hint: "leave out the 'after' of the last stage: its table is NEW")
      }
    }
    self.between = between
  }

  /// Returns the new table; if columns changed, every row counts as changed.
  private static func after(_ comparison: Comparison) -> Outline {
    guard comparison.changesColumns else { return comparison.after }
    var after = comparison.after
    for section in after.sections.indices {
      for row in after.sections[section].rows.indices {
        after.sections[section].rows[row].content += 2
      }
    }
    return after
  }
}

/// Sections by name and rows by key.
private struct Names {
  private let comparison: Comparison
  private let file: String
  private let keyNames: [String]
  private var sections: NameTable<Outline.Section> = [:]
  /// The rows by identity, with their contents in tables between stages.
  private var rows: [Int: Outline.Row] = [:]
  /// The identities of the rows of the new table.
  private var identities: [RowID: Int] = [:]

  init(_ comparison: Comparison, _ after: Outline, file: String) {
    self.comparison = comparison
    self.file = file
    let ends = comparison.ends
    keyNames = ends.before.keyColumns.compactMap { ends.before.column($0)?.name }
    for (outline, isNew) in [(comparison.before, false), (after, true)] {
      for section in outline.sections {
        let label = isNew ? ends.sectionAfter(section.id) : ends.sectionBefore(section.id)
        if let label {
          sections[label.name] = Outline.Section(id: section.id, content: section.content)
        }
        for row in section.rows {
          rows[row.id] = row
          if isNew, let id = ends.rowAfter(row.id) { identities[id] = row.id }
        }
      }
    }
  }

  func outline(of table: KeyedTable) throws(SourceError) -> Outline {
    if table.key.sorted() != keyNames.sorted(), table.hasKeyOrRows {
      let wanted = keyNames.isEmpty ? "their number '#'" : "key " + list(keyNames)
      let found = table.key.isEmpty ? "their number '#'" : list(table.key)
      throw problem(
        table.source, "'after' names rows by \(found), but rows of OLD and NEW have \(wanted)",
        hint: "--key names the columns that identify a row")
    }
    // Keys of the plan are put in the tables' order of key columns.
    let order = keyNames.compactMap(table.key.firstIndex)
    var seen: Set<Int> = []
    var outline = Outline()
    for part in table.sections {
      guard var section = sections[part.name] else {
        throw problem(
          part.source, "neither OLD nor NEW has a section '\(shown: part.name)'",
          hint: Nearest.hint(for: part.name, in: sections.keys.sorted()))
      }
      for row in part.rows {
        let key = order.isEmpty ? row.key : order.map { row.key[$0] }
        guard let found = find(key) else {
          throw problem(
            row.source,
            "neither OLD nor NEW has a row with the key '\(shown: key.joined(separator: "/"))'"
          )
        }
        guard seen.insert(found.id).inserted else {
          throw problem(
            row.source,
            "the row with the key '\(shown: key.joined(separator: "/"))' is twice in 'after'")
        }
        section.rows.append(found)
      }
      outline.sections.append(section)
    }
    return outline
  }

  private func find(_ key: [String]) -> Outline.Row? {
    if keyNames.isEmpty {
      guard key.count == 1, let number = Int(key[0]) else { return nil }
      return rows[number - 1]
    }
    let ends = comparison.ends
    if let row = ends.before.row(withKey: key) { return rows[Int(row.rawValue)] }
    let parts = ends.after.keyColumns.compactMap { column -> String? in
      guard let name = ends.after.column(column)?.name, let place = keyNames.index(ofName: name)
      else { return nil }
      return key[place]
    }
    return ends.after.row(withKey: parts).flatMap { identities[$0] }.flatMap { rows[$0] }
  }

  private func list(_ names: [String]) -> String {
    Counts.list(names.map { "'\(shown: $0)'" })
  }

  private func problem(_ value: JSONValue, _ text: String, hint: String? = nil) -> SourceError {
    .badPlan(value.place(in: file), problem: text, hint: hint)
  }
}

extension KeyedTable {
  /// Whether it has a key or at least one row.
  fileprivate var hasKeyOrRows: Bool {
    !key.isEmpty || sections.contains { !$0.rows.isEmpty }
  }
}

extension Outline {
  /// Whether the same sections hold the same rows in the same order.
  fileprivate func hasSamePlaces(as other: Outline) -> Bool {
    sections.map(\.id) == other.sections.map(\.id)
      && zip(sections, other.sections).allSatisfy { $0.rows.map(\.id) == $1.rows.map(\.id) }
  }
}
