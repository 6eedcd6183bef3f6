import TableKit
import TablePrinters
import TableSources
import Wording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  /// A command that copies to the clipboard.
  static var clip: Command {
    Command(
      name: "clip", group: .looking, summary: "copy cells, rows or the plan to the clipboard",
      details: """
        clip copies one column as plain lines. It copies several columns as spreadsheets do: with \
        tabs between the cells, and the names in the first line.
        clip uses wl-copy, xclip, the buffer of tmux, or the terminal (OSC 52).
        """,
      options: [
        "format": "copy the rows in a format of export"
      ],
      examples: [
        "clip name Dock": "the names in a section, one on each line",
        "clip @012": "a row, ready to paste into a spreadsheet",
        "delete @012; clip plan": "the plan of the last change",
      ], readOn: ["export", "plan", "output"], yields: true,
      forms: [
        Form("clip plan [\(PlanPrinters.names.joined(separator: "|"))]") {
          invocation throws(CommandError) in
          guard let change = try invocation.document().past.change else {
            throw .outside(
              code: "no-plan", message: "nothing has changed yet, so there is no plan", hint: nil)
          }
          let named = PlanPrinters.all.first { invocation.has($0.name) } ?? PlanPrinters.plain
          let text = try named.text(of: change) ?? textOfNoOperation
          return try invocation.shell.clipboard.copy(Array(text.utf8), named: "the plan")
        },
        Form("clip [--format FORMAT] [COLUMNS] TARGET") {
          invocation throws(CommandError) in
          let table = try invocation.tableOfTarget()
          let bytes = try invocation.copiedText(of: table)
          let what = Counts.of(table.rowCount, "row")
          return try invocation.shell.clipboard.copy(
            bytes, named: what + " of " + Counts.of(table.columns.count, "column")
          ).noting(invocation.notesOnHiddenColumns())
        },
      ])
  }
}

extension Invocation {
  /// The bytes that are copied of a table.
  fileprivate func copiedText(of table: Table) throws(CommandError) -> [UInt8] {
    let held = HeldOutput()
    if value(of: "--format") == nil, table.columns.count == 1 {
      var reader = CellReader(table, table.columns[0].id)
      for (i, row) in table.allRows.enumerated() {
        if i & 0xFFF == 0xFFF { try shell.pollLoop(at: i) }
        if i > 0 { held.add(CollectionOfOne(0x0A)) }
        reader.withCell(row) { held.add($1) }
      }
      if held.isCut { throw .stopped }
      return held.bytes
    }
    let name = value(of: "--format")?.text ?? TableFormats.pasted.name
    guard let format = try ExportFormat(named: name) else {
      throw .noSuchName(kind: "format", name, names: ExportFormat.names)
    }
    try sourcing(format.write(table, from: nil, to: held.take, progress: shell.progress))
    return held.bytes
  }
}

/// The clipboard: of the desktop, of tmux or of the terminal.
struct Clipboard {
  let shell: Shell

  /// The largest text that a terminal is sure to take, in bytes.
  private static let mostBytesOfTerminal = 74_994

  /// Copies a text to the clipboard.
  ///
  /// - Parameter what: what it is: `3 rows of 2 columns`.
  /// - Throws: `permissionDenied` where Lua may not run programs; `noClipboard`.
  func copy(_ bytes: [UInt8], named what: String) throws(CommandError) -> CommandResult {
    // tmux drops what programs in it send to the terminal, unless set-clipboard is on.
    let programs = [
      ("WAYLAND_DISPLAY", "wl-copy"), ("DISPLAY", "xclip -selection clipboard"),
      ("TMUX", "tmux load-buffer -w -"),
    ]
    for (display, program) in programs where shell.options.environment(display)?.isEmpty == false {
      try shell.checkPermission(running: program)
      do throws(CommandError) {
        shell.console.flush()
        try ProgramPipe.give(bytes, to: "exec 2> /dev/null; \(program)")
        return CommandResult(sentence: "copied \(what)")
      } catch {
        // There is no such program, or no display: another way may do.
        guard case .programFailed = error else { throw error }
      }
    }
    try shell.checkPermission(running: "clip")
    guard shell.console.size != nil, shell.options.environment("TERM") != "dumb" else {
      throw .outside(
        code: "no-clipboard", message: "there is no clipboard: no terminal, no wl-copy, no xclip",
        hint: "export PATH writes rows into a file, COMMAND > FILE what a command prints")
    }
    guard bytes.count <= Self.mostBytesOfTerminal else {
      throw .outside(
        code: "no-clipboard",
        message: "\(Counts.of(bytes.count, "byte")) are too many for the clipboard of a terminal",
        hint: "copy fewer rows or columns, or write a file: export PATH")
    }
    shell.console.write("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{07}")
    shell.console.flush()
    return CommandResult(sentence: "copied \(what)")
  }
}
