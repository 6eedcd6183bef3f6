import CommandLanguage
import TableKit
import TablePrinters
import TableSources
import Wording

/// What `tablesh apply` is asked: a file, and the patch that is carried out on it.
public struct ApplyRequest: Sendable {
  /// The file.
  public var file: String
  /// The patch; `-` is standard input.
  public var patch: String
  /// Whether the patch is taken back instead.
  public var isInverted = false
  /// Whether the file stays as it is.
  public var isDryRun = false
  /// Whether rows are found by their keys, wherever they stand.
  public var isByKey = false
  /// Whether the former file is kept beside the new one.
  public var keepsBackup = false

  /// Creates a request to carry out a patch.
  public init(file: String, patch: String) {
    self.file = file
    self.patch = patch
  }

  /// The request as a command line.
  var line: String {
    "apply \(Quoting.word(file)) \(Quoting.word(patch))" + (isInverted ? " --invert" : "")
      + (isByKey ? " --by-key" : "")
  }

  /// What to do when the patch fits the other way round.
  var hintBackwards: String {
    isInverted
      ? "the file is as before the patch: leave --invert out"
      : "the file is already as the patch makes it; --invert takes the patch back"
  }
}

/// Carries out plans and patches on a session's tables.
package struct PatchRunner {
  let shell: Shell

  /// Applies a patch to a file and saves it, as one change (INTERFACES, section 3).
  ///
  /// All that the patch says of the file is checked first. What does not fit is told, and the file
  /// stays as it is.
  public func apply(_ request: ApplyRequest) -> Outcome {
    do throws(CommandError) {
      let statement = try shell.statement(request.line)
      let result = try applied(request, title: statement.text)
      try shell.deliver(result, of: statement)
      return .done
    } catch {
      return shell.fail(error, of: request.line)
    }
  }

  private func applied(
    _ request: ApplyRequest, title: String
  ) throws(CommandError) -> CommandResult {
    let plan = try readPlan(request.patch)
    let document = try shell.open(
      request.file, shell.options.reading, loader: shell.options.loader,
      sectionColumn: shell.options.sectionColumn)
    for note in shell.notes(of: document) { shell.writeNote(note) }
    // No journal: the patch itself is the record.
    document.journal = nil
    shell.connectKeeper(of: document)
    var notes: [String] = []
    if !request.isByKey,
      let table = document.table.prepared(for: try stages(of: plan, isInverted: request.isInverted))
    {
      document.editor = Editor(table: table)
      shell.prepare(document)
    }
    let edits = try edits(of: plan, request, on: document, tellingOf: &notes)
    guard !edits.isEmpty else {
      return CommandResult(sentence: "nothing to apply", notes: notes)
    }
    let transaction = try shell.perform(
      edits.map { .edit($0) }, title: title, animations: plan.animations, on: document)
    try shell.tellHooks()
    var result = CommandResult(transaction: transaction, notes: notes + transaction.notes)
    if request.isDryRun {
      try shell.ask(.willSave, path: document.source.path)
      result.details = ["dry run: nothing is written to \(document.shownName)"]
      return result
    }
    let saved = try shell.run(
      .save, try shell.statement(request.keepsBackup ? "save --backup" : "save"))
    result.details = saved.sentence.map { [$0] } ?? []
    result.notes += saved.notes
    return result
  }

  /// Reads a plan; `-` is standard input.
  func readPlan(_ path: String) throws(CommandError) -> PlanFile {
    try path == "-"
      ? sourcing(PlanReader.read(descriptor: 0, name: "stdin", progress: shell.progress))
      : sourcing(PlanReader.read(path: path, progress: shell.progress))
  }

  /// Returns the edits that apply a patch to a table as it is.
  ///
  /// - Parameter notes: gets what is to be told.
  /// - Throws: `outside` if the patch does not fit.
  func edits(
    of plan: PlanFile, _ request: ApplyRequest, on document: Document,
    tellingOf notes: inout [String]
  ) throws(CommandError) -> [Edit] {
    let stages = try stages(of: plan, isInverted: request.isInverted)
    return request.isByKey
      ? try editsByKey(stages, on: document, tellingOf: &notes)
      : try edits(stages, request, on: document.table)
  }

  /// Returns the stages of a patch, inverted if requested.
  private func stages(of plan: PlanFile, isInverted: Bool) throws(CommandError) -> [PatchStage] {
    let stages = try PatchReader.stages(of: plan)
    return isInverted ? Self.inverse(of: stages) : stages
  }

  /// Returns the edits that apply the plan of a change, or its inverse, to a document.
  ///
  /// - Throws: `outside` if the plan does not fit.
  func edits(
    of change: Transaction, isInverted: Bool, on document: Document
  ) throws(CommandError) -> [Edit] {
    let text = PlanPrinter.patch.text(PrintedPlan(change.stagedPlan, ends: change.ends)) ?? ""
    let plan = try sourcing(PlanReader.read(bytes: Array(text.utf8), name: "plan"))
    let stages = try stages(of: plan, isInverted: isInverted)
    let holdsBytes = document.origin?.holdsBytes == true
    let goal = try Self.patched(document.table, stages, holdsBytes: holdsBytes)
    return try PatchEdits.edits(to: goal, order: stages.order)
  }

  private static func inverse(of stages: [PatchStage]) -> [PatchStage] {
    stages.reversed().map(\.inverse)
  }

  /// Returns the edits that apply a patch to a table.
  private func edits(
    _ stages: [PatchStage], _ request: ApplyRequest, on table: Table
  ) throws(CommandError) -> [Edit] {
    let goal: PatchedTable
    do throws(CommandError) {
      goal = try Self.patched(table, stages, holdsBytes: shell.current?.origin?.holdsBytes == true)
    } catch {
      let isInverse = Self.fits(table, Self.inverse(of: stages))
      throw .outside(
        code: error.code, message: error.message,
        hint: isInverse ? request.hintBackwards : error.hint)
    }
    return try PatchEdits.edits(to: goal, order: stages.order)
  }

  /// Returns the edits that apply a patch to rows found by key.
  ///
  /// - Throws: `conflicts`, which are printed; `noKey`.
  private func editsByKey(
    _ stages: [PatchStage], on document: Document, tellingOf notes: inout [String]
  ) throws(CommandError) -> [Edit] {
    guard document.table.hasKey else {
      throw .outside(
        code: "no-key", message: "rows of \(document.shownName) have no key to find them by",
        hint: "--key COLUMN names the column that identifies a row")
    }
    var patch = KeyedPatch(document.table, holdsBytes: document.origin?.holdsBytes == true)
    for stage in stages { try patch.apply(stage) }
    if patch.conflicts.count > 3 {
      let lines = patch.conflicts.map { "conflict: \(DisplayText(line: $0).text)\n" }
      if shell.options.format == .text { shell.emit(lines.joined()) }
    }
    let conflicts = patch.conflicts
    guard conflicts.isEmpty else {
      throw .outside(
        code: "conflicts",
        message: "\(Counts.of(conflicts.count, "conflict")), and nothing was changed: "
          + conflicts.prefix(3).joined(separator: "; ") + (conflicts.count > 3 ? "; …" : ""),
        hint: "edit the file or the patch where they differ")
    }
    if patch.doneCount > 0 {
      notes.append(
        "\(Counts.of(patch.doneCount, "change")) of the patch \(patch.doneCount == 1 ? "was" : "were") there already"
      )
    }
    if patch.unmovedCount > 0 {
      notes.append(
        "the order stays as it is here: the patch moves \(Counts.of(patch.unmovedCount, "row"))")
    }
    return patch.edits
  }

  /// Whether a patch fits a table.
  private static func fits(_ table: Table, _ stages: [PatchStage]) -> Bool {
    let table = table.prepared(for: stages) ?? table
    guard let goal = try? patched(table, stages) else { return false }
    return (try? PatchEdits.edits(to: goal, order: stages.order)) != nil
  }

  /// Returns a table with stages applied.
  private static func patched(
    _ table: Table, _ stages: [PatchStage], holdsBytes: Bool = false
  ) throws(CommandError) -> PatchedTable {
    var patched = PatchedTable(table, holdsBytes: holdsBytes)
    for stage in stages { try patched.apply(stage) }
    return patched
  }
}
