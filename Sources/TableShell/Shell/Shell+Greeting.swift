import CommandLanguage
import TableLua
import TablePrinters
import TableSources
import Wording

// What a session says before its first prompt. The program calls it, and `record` for its films.

extension Shell {
  /// Begins an interactive session: follows the tables of servers, and prints the current one and a
  /// line on help. Where no table is open and nothing was done before, it prints what one can do.
  public func greet() {
    for document in documents {
      do throws(CommandError) { try watchAtPrompt(document) } catch {
        writeNote("\(document.shownName) is not watched: \(error.message)")
      }
    }
    guard !options.isQuiet, options.format == .text, !parts.contains(where: { $0.prompt != nil })
    else { return }
    defer { linesBeforePrompt = nil }
    if current == nil, !hasRunSubcommand {
      return console.write(start(with: FilesHere(loaders: luaLayer.luaLoaders)))
    }
    let line = firstLine
    if let document = current, options.tableMode != .none {
      console.write(firstTable(of: document, before: line))
    }
    console.write(line)
  }

  /// The current table's name and size, and what helps; on two lines where one has no room for both.
  private var firstLine: String {
    let help = "help shows how to begin, quit leaves"
    guard let current else { return help + "\n" }
    let name = "\(current.shownName): \(current.size)"
    let whole = "\(name); \(help)"
    guard let width = terminalWidth, DisplayText(line: whole).width > width else {
      return whole + "\n"
    }
    return [name, help].map {
      TextWrapping.hanging($0, width: width, start: 0, indent: 0) + "\n"
    }.joined()
  }

  /// The current table as it stands above the first prompt, with the rows for which notes before it and a
  /// line after it leave room.
  private func firstTable(of document: Document, before line: String) -> String {
    let view = replies.view(of: document)
    var text = ""
    guard let size = console.size else {
      replies.print(view, style, to: &text)
      return text
    }
    let others = Pager.lineCount(of: line + plainPrompt + "\n", columns: size.columns)
    return ScreenRoom.text(
      of: replies.looked(view), in: size.rows - others - (linesBeforePrompt ?? 0),
      columns: size.columns, style)
  }

  /// What one can do without a table: lines that work as they stand, and the files that can be opened.
  private func start(with files: FilesHere) -> String {
    let width = terminalWidth ?? 80
    let shown = files.shown(within: 2 * width - 20)
    let first = shown.map(ShellWord.path).first { DisplayText($0).width <= 24 }
    var lines = [("open \(first ?? "FILE")", "open a file")]
    let new = ["notes", "notes-1", "notes-2"].map { "\($0).\(TableFormats.plain.name)" }
      .first { !FileName.exists($0) }
    lines.append(("new \(new ?? "notes") id,text", "start an empty table"))
    if registry.find("lesson") != nil { lines.append(("lesson", "learn it step by step")) }
    lines.append(("help", "see the commands; quit leaves"))
    let column = lines.map { DisplayText($0.0).width }.max() ?? 0
    var text = "tablesh edits tables. Type one of these:\n"
    for (line, meaning) in lines {
      text += "  \(DisplayText(line).padded(to: column))  \(meaning)\n"
    }
    guard !shown.isEmpty else { return text }
    let more = files.names.count - shown.count
    let others = more > 0 ? " and \(Counts.grouped(more)) more" : ""
    let list = "files here: " + shown.joined(separator: ", ") + others
    return text + TextWrapping.hanging(list, width: width, start: 0, indent: 2) + "\n"
  }

  /// The files of tables in the folder of a path, a few of them; nil: there are none.
  func tableFiles(beside path: String) -> String? {
    let folder = String(path.dropLast(path.lastPathPart.count))
    let files = FilesHere(in: folder.isEmpty ? "." : folder, loaders: luaLayer.luaLoaders).names
    guard !files.isEmpty else { return nil }
    let shown = files.prefix(FilesHere.mostShown).map { Quoting.word(folder + $0) }
    return "files here: \(shown.joined(separator: ", "))" + (files.count > shown.count ? ", …" : "")
  }
}

/// The files of a folder that `open` can open, by their names alone.
struct FilesHere {
  /// Those of formats that hold tables and little else come first, then by name.
  let names: [String]

  /// The most files of a folder that are looked at.
  static let limit = 2_000

  /// The most that are shown.
  static let mostShown = 6

  /// Reads the list of a folder once; no file is opened. Hidden files are left out, and names that a
  /// terminal cannot show.
  init(in folder: String = ".", loaders: [LoaderInfo]) {
    let ofLua = loaders.flatMap(\.extensions)
    let formats = TableFormats.readable.map(\.name)
    var found: [(rank: Int, name: String)] = []
    for name in FileName.files(in: folder, limit: Self.limit)
    where !name.hasPrefix(".") && !name.hasPrefix("-") && VisibleText.of(name) == name {
      let ending = FileName.fileExtension(name)
      if ofLua.contains(where: { $0 == ending || $0 == "." + ending }) {
        found.append((0, name))
      } else if let format = TableFormats.forExtension(ending),
        let rank = formats.firstIndex(of: format.name)
      {
        found.append((rank, name))
      }
    }
    names = found.sorted { $0 < $1 }.map(\.name)
  }

  /// The first names that fit into a number of columns with commas between them, a few at most; the
  /// first one always.
  func shown(within width: Int) -> [String] {
    var rest = width
    return Array(
      names.prefix(Self.mostShown).prefix { name in
        let isFirst = rest == width
        rest -= DisplayText(name).width + 2
        return isFirst || rest >= 0
      })
  }
}
