import TableKit
import TableLua
import TableSources
import Wording

/// What `tablesh merge` is asked: three versions of a table, and what is made of them.
public struct MergeRequest: Sendable {
  /// What to do with conflicts.
  public enum Policy: String, CaseIterable, Sendable {
    /// OURS wins.
    case ours
    /// THEIRS wins.
    case theirs
    /// The lines of both stand in the file, between git's markers.
    case mark
  }

  /// The version that both others were made from.
  public var base: String
  /// The version whose format, dialect and bytes the result has.
  public var ours: String
  /// The other version.
  public var theirs: String
  /// Where the result is written; nil: standard output.
  public var output: String?
  /// What to do with conflicts; nil: nothing is written.
  public var policy: Policy?
  /// The path that tells the format, where the names of the three do not, as git's do not.
  public var name: String?

  /// Creates a request to merge three versions.
  public init(base: String, ours: String, theirs: String) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  /// The request as a command line.
  var line: String { "merge \(base) \(ours) \(theirs)" }
}

/// Merges sources, of which one may be replaced.
package struct SourceMerger {
  let shell: Shell

  /// Merges three versions of a table by key, cell by cell.
  ///
  /// - Returns: `leave` with status 1 if there are conflicts that no policy settles.
  public func merge(_ request: MergeRequest) -> Outcome {
    do throws(CommandError) {
      let merge = try FileMerge(request, in: shell)
      for line in merge.lines {
        shell.console.writeError("conflict: \(VisibleText.line(line))\n")
      }
      return try finish(merge, request)
    } catch {
      return shell.fail(error, of: request.line)
    }
  }

  private func finish(_ merge: FileMerge, _ request: MergeRequest) throws(CommandError) -> Outcome {
    let count = Counts.of(merge.lines.count, "conflict")
    guard !merge.lines.isEmpty else {
      try write(try merge.table(keeping: .ours), merge.origin, request)
      return .done
    }
    switch request.policy {
    case nil:
      shell.console.writeError(
        "error: \(count), and nothing was written\n"
          + "hint:  --conflicts ours or --conflicts theirs takes one side, --conflicts mark marks them "
          + "in the file\n")
      return .leave(status: 1)
    case .mark?:
      try checkMarks(in: request, of: merge.origin)
      let (ours, theirs) = (try merge.table(keeping: .ours), try merge.table(keeping: .theirs))
      let before = try merge.tableBefore()
      let bytes = try sourcing(
        merge.origin.markedBytes(
          ours: ours, base: before, theirs: theirs, progress: shell.progress))
      try write(bytes, request)
      let file = request.output.map { request.name ?? $0 }
      let place = file.map { "in \($0): tablesh \(ShellWord.path($0)) opens it" } ?? ""
      shell.writeNote("\(count) marked\(place.isEmpty ? "" : " ")\(place)")
      return .leave(status: 1)
    case .ours?, .theirs?:
      try write(
        try merge.table(keeping: request.policy == .ours ? .ours : .theirs), merge.origin, request)
      return .done
    }
  }

  /// Throws an error if a file with conflict markers could not be opened by its name.
  private func checkMarks(
    in request: MergeRequest, of origin: FileOrigin
  ) throws(CommandError) {
    guard let output = request.output, request.name == nil else { return }
    let isOther = TableFormats.forPath(output).map { $0.name != origin.formatName } ?? false
    guard isOther || FileName.isCompressed(output) else { return }
    throw .outside(
      code: "cannot-save",
      message: "'\(shown: output)' cannot hold conflict markers: they stand in plain text of the "
        + "format of OURS, \(origin.formatName)",
      hint: "-o FILE.\(origin.formatName), or --conflicts ours or --conflicts theirs")
  }

  /// Writes a merged table.
  private func write(
    _ table: Table, _ origin: FileOrigin, _ request: MergeRequest
  ) throws(CommandError) {
    guard let output = request.output, request.name == nil else {
      return try write(try sourcing(origin.bytes(of: table, progress: shell.progress)), request)
    }
    var origin = origin
    var target = FileTarget(output, progress: shell.progress)
    target.isForced = true
    let report = try sourcing(origin.save(table, to: target))
    for note in report.notes { shell.writeNote(note.description) }
  }

  /// Writes the bytes of a table.
  private func write(_ bytes: [UInt8], _ request: MergeRequest) throws(CommandError) {
    guard let output = request.output else { return shell.emit(table: bytes) }
    let report = try sourcing(
      FileOrigin.write(bytes, to: FileTarget(output, progress: shell.progress)))
    for note in report.notes { shell.writeNote(note.description) }
  }
}

extension Shell {
  /// Opens a file with conflict markers: the side above is the table, the one below what is saved, and
  /// where they differ there are conflicts.
  ///
  /// - Returns: nil if its markers do not say what both sides were before.
  func readMarked(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, sectionColumn: String?
  ) throws(CommandError) -> Document? {
    guard
      let marked = try sourcing(
        MarkedTables(path: path, at: file?.place, options: reading, progress: progress))
    else { return nil }
    if sectionColumn != nil {
      throw .outside(
        code: "conflicts",
        message: "'\(path)' has conflicts, and can have no sections until they are settled",
        hint: "open it without --section-by; conflicts lists them")
    }
    let theirs = marked.theirs
    let editor = try editing(
      MergedVersions(
        mine: marked.ours.table, theirs: theirs.table, base: marked.base.table, progress: progress)
    ).editor
    let origin = theirs.origin.adopted(as: editor.saved, read: theirs.table)
    let document = Document(
      name: path, table: theirs.table, source: FileSource(origin), reading: reading)
    document.editor = editor
    let count = Counts.of(editor.conflicts.count, "conflict")
    document.opening.notes =
      theirs.notes.map(\.description) + ["\(path) holds \(count): conflicts lists them"]
    return document
  }
}
