import LibC
import Wording

extension SourceError {
  /// The stable code of the error.
  public var code: String {
    switch self {
    case .noSuchFile: "no-such-file"
    case .cannotRead: "cannot-read"
    case .tooLarge: "too-large"
    case .outOfMemory(let shortage): shortage.code
    case .emptyFile: "empty-file"
    case .foreignFile: "foreign-file"
    case .unknownLoader: "unknown-loader"
    case .raggedRow: "ragged-row"
    case .refusedNote: "strict"
    case .textAfterQuote, .openQuote: "bad-quotes"
    case .openEscape: "bad-escape"
    case .nulByte: "nul-byte"
    case .invalidUTF8: "invalid-utf8"
    case .conflictMarkers: "conflict-markers"
    case .missingColumnName: "missing-column-name"
    case .duplicateColumnName: "duplicate-column-name"
    case .unknownEncoding: "unknown-encoding"
    case .invalidEncoding: "invalid-encoding"
    case .cannotEncode: "cannot-encode"
    case .badDialect: "bad-dialect"
    case .badPacking(_, let compression, _, _): "bad-\(compression)"
    case .noLibrary: "no-library"
    case .tooLargeUnpacked: "too-large"
    case .badText(let format, _, _, _): "bad-\(format)"
    case .cannotRewrite, .balancedQuotes: "cannot-rewrite"
    case .badPlan: "bad-plan"
    case .duplicateMember: "duplicate-member"
    case .duplicateSection: "duplicate-section"
    case .noSuchColumn: "no-such-column"
    case .duplicateKey: "duplicate-key"
    case .cannotWriteValue: "cannot-write-value"
    case .sourceChanged, .sourceRemoved: "source-changed"
    case .readOnly: "read-only"
    case .ofFormat(let problem): problem.code
    case .diskFull: "disk-full"
    case .cannotSave, .cannotReplace: "cannot-save"
    case .cutOff: "cut-off"
    case .cancelled: "cancelled"
    }
  }

  /// The place in the source, if the error has one.
  public var place: SourcePlace? {
    switch self {
    case .raggedRow(let place, _, _, _, _, _), .textAfterQuote(let place, _),
      .openQuote(let place, _),
      .openEscape(let place), .nulByte(let place, _), .invalidUTF8(let place, _),
      .conflictMarkers(let place, _),
      .missingColumnName(let place, _),
      .duplicateColumnName(let place, _, _, _), .invalidEncoding(let place, _),
      .badText(_, let place, _, _), .badPlan(let place, _, _), .duplicateMember(let place, _),
      .duplicateSection(let place, _), .duplicateKey(_, _, _, let place):
      place
    case .refusedNote(let note): note.place
    default: nil
    }
  }

  /// The message, in one line that begins with the place if there is one.
  public var message: String { VisibleText.line(place.map { "\($0): \(fact)" } ?? fact) }

  /// A time without the fraction of its second.
  private static func toSeconds(_ time: String) -> String {
    time.prefix { $0 != "." } + (time.contains(".") ? "Z" : "")
  }

  private var fact: String {
    switch self {
    case .noSuchFile(let file): "no file '\(shown: file)'"
    case .cannotRead(let file, let reason): "cannot read '\(shown: file)': \(reason)"
    case .tooLarge(let file, let bytes):
      "'\(shown: file)' has \(bytes) bytes, more than the 4 GiB that a table can hold"
    case .outOfMemory(let shortage): shortage.message
    case .emptyFile(let file, let skipped):
      skipped == 0
        ? "'\(shown: file)' is empty: it has no header and no row"
        : "'\(shown: file)' has no header and no row after line \(skipped)"
    case .foreignFile(let file, let kind):
      "'\(shown: file)' is \(kind.what), which tablesh cannot read"
    case .unknownLoader(let name, _): "no loader '\(shown: name)'"
    case .raggedRow(_, let cells, let expected, let hasHeader, let reason, _):
      Self.ragged(cells, of: expected, hasHeader, reason)
    case .refusedNote(let note): note.text
    case .textAfterQuote: "bad quotes: text follows a closing quote"
    case .openQuote: "bad quotes: a quote is opened here and never closed"
    case .openEscape: "the text ends with an escape character"
    case .nulByte: "NUL byte in text"
    case .invalidUTF8(_, .cutOff):
      "invalid UTF-8: the text ends in the middle of a character; it may be cut off"
    case .invalidUTF8: "invalid UTF-8"
    case .conflictMarkers(_, let lines):
      "unresolved conflict of git: its markers are on " + Self.lines(lines)
    case .missingColumnName(_, let column): "column \(column) of the header has no name"
    case .duplicateColumnName(_, let name, let first, let second):
      "columns \(first) and \(second) of the header are both named '\(shown: name)'"
    case .unknownEncoding(let name): "unknown encoding '\(shown: name)'"
    case .invalidEncoding(_, let encoding): "invalid \(encoding)"
    case .cannotEncode(let character, let encoding, let file, let row, let column):
      "cannot write '\(shown: character)'\(Self.cell(row, column)) to '\(shown: file)': "
        + "\(encoding) does not have it"
    case .badDialect(let problem): problem
    case .badPacking(let file, _, let problem, _): "cannot read '\(shown: file)': \(problem)"
    case .noLibrary(let file, let compression, let library, _, let problem):
      "'\(shown: file)' needs the library of \(compression): \(library) cannot be loaded: \(problem)"
    case .tooLargeUnpacked(let file, let limit):
      "'\(shown: file)' unpacks to more than the \(limit) bytes that a table can hold"
    case .badText(_, _, let problem, _), .badPlan(_, let problem, _): problem
    case .cannotRewrite(let file, let what, let reason, _):
      "cannot write \(what) to '\(shown: file)': \(reason)"
    case .balancedQuotes(let file):
      "cannot write this change to '\(shown: file)': its quotes would then pair up, "
        + "and its cells would be read differently"
    case .duplicateMember(_, let name): "member '\(shown: name)' appears twice in one object"
    case .duplicateSection(_, let name): "two sections have the id '\(shown: name)'"
    case .noSuchColumn(let name, _, _): "no column '\(shown: name)'"
    case .duplicateKey(let key, let columns, let first, _):
      "key '\(shown: key)' (\(columns.joined(separator: ", "))) is already used in \(first.shortDescription)"
    case .cannotWriteValue(let row, let column, let file, let holdsNUL):
      "cannot write column '\(shown: column)' of row '\(shown: row)' to '\(shown: file)': "
        + (holdsNUL
          ? "it holds a NUL character, which delimited text cannot hold"
          : "it holds a delimiter or line end, and the file has no quotes")
    case .sourceChanged(let file, let before, let now):
      "'\(shown: file)' was changed by others: "
        + (Self.toSeconds(before) == Self.toSeconds(now)
          ? "it holds something else, its time being \(Self.toSeconds(now)) still"
          : "it was of \(Self.toSeconds(before)) and is of \(Self.toSeconds(now))")
    case .sourceRemoved(let file): "'\(shown: file)' was removed by others"
    case .readOnly(let file): "cannot save '\(shown: file)': it is read-only"
    case .ofFormat(let problem): problem.message
    case .diskFull(let file, let reason):
      "cannot save '\(shown: file)': \(reason); the file is as it was"
    case .cannotSave(let file, let reason), .cannotReplace(let file, let reason):
      "cannot save '\(shown: file)': \(reason)"
    case .cutOff(let file, let reason, _):
      "cannot save '\(shown: file)': \(reason); its former content could not be written back; a copy is kept"
    case .cancelled(let what): "\(what) was stopped"
    }
  }

  private static func ragged(
    _ cells: Int, of expected: Int, _ hasHeader: Bool, _ reason: RaggedReason
  ) -> String {
    let row = "row has \(cells) \(cells == 1 ? "cell" : "cells")"
    let all = "the \(hasHeader ? "header" : "first row") has \(expected)"
    return switch reason {
    case .uneven, .strict: "\(row), \(all)"
    case .torn(let next):
      "\(row), \(all), and a short row after it has \(next): a line end may have split one row"
    case .cutOff: "\(row), \(all), and it has no line end: the text may be cut off"
    case .fewWhole(let delimiter):
      "\(row), \(all), and few rows have all: \(delimiter) may not be the delimiter"
    case .rival(let delimiter, let other):
      "\(row), \(all) if \(delimiter) is the delimiter; it may be \(other)"
    }
  }

  /// Returns `line 3`, `lines 3, 5 and 9` or `lines 3, 5, … and 200 more`.
  private static func lines(_ lines: [Int]) -> String {
    let most = 12
    let shown = lines.prefix(lines.count > most ? most : lines.count - 1)
    let last = lines.count > most ? "\(lines.count - most) more" : "\(lines.last ?? 0)"
    if shown.isEmpty { return "line \(last)" }
    return "lines " + shown.map(String.init).joined(separator: ", ") + " and " + last
  }

  /// Returns a phrase that names the cell.
  private static func cell(_ row: String?, _ column: String?) -> String {
    switch (row, column) {
    case (let row?, let column?): " of column '\(shown: column)' of row '\(shown: row)'"
    case (nil, let column?): " of the name of column '\(shown: column)'"
    default: ""
    }
  }

  /// Asks whether a file of a similar name is meant, in the same folder or in one of a similar name;
  /// nil if there is none.
  private static func nearestFile(to path: String) -> String? {
    guard let near = nearest(to: path) else { return nil }
    let word = ShellWord.path(near)
    return "did you mean \(word == near ? "'\(shown: word)'" : word)?"
  }

  private static func nearest(to path: String) -> String? {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, name) = (String(path[..<start]), String(path[start...]))
    let names = FileName.names(in: folder.isEmpty ? "." : folder)
    if folder.count > 1, access(folder, F_OK) != 0 {
      // A file of that name holds no others.
      guard let other = nearest(to: String(folder.dropLast())), access("\(other)/", F_OK) == 0
      else { return nil }
      return FileName.names(in: other).contains(name)
        ? "\(other)/\(name)" : nearest(to: "\(other)/\(name)")
    }
    return Nearest.nearest(
      to: name, in: names.filter { !$0.hasPrefix(".") }.sorted(), limit: 1
    ).first.map { folder + $0 }
  }

  private static let replacing =
    "--lenient replaces such bytes with U+FFFD, also in rows that you don't edit"

  /// The hint what to do next, in one line; nil: none.
  public var hint: String? {
    switch self {
    case .unknownLoader(let name, let known):
      Nearest.hint(for: name, in: known) ?? "loaders: \(known.joined(separator: ", "))"
    case .noSuchFile(let path): Self.nearestFile(to: path)
    case .foreignFile(_, let kind): kind.hint
    case .outOfMemory(let shortage): shortage.hint
    case .raggedRow(_, let cells, let expected, _, .strict, _):
      cells < expected
        ? "without --strict its missing cells are null"
        : "without --strict the empty cell at its end is ignored"
    case .raggedRow(_, _, _, _, _, let remedy?), .textAfterQuote(_, let remedy?),
      .openQuote(_, let remedy?):
      remedy.hint
    case .raggedRow(_, _, _, _, .fewWhole(let delimiter), _):
      "--delimiter \(delimiter) if it is, or --lenient, which lists each such row"
    case .raggedRow(_, _, _, _, .rival(let delimiter, let other), _):
      "--delimiter \(delimiter) or --delimiter \(other), or --lenient, which lists each such row"
    case .raggedRow(_, let cells, let expected, _, _, _):
      cells > expected
        ? "--lenient adds columns for its extra cells and lists each such row"
        : "--lenient reads such rows as they are and lists them"
    case .refusedNote: "without --strict this is only a note"
    case .nulByte(_, let encoding?): "--encoding \(encoding) keeps all bytes"
    case .nulByte:
      "a file with NUL bytes is not text; --lenient removes each, also in rows that you don't edit"
    case .textAfterQuote, .openQuote, .openEscape: "--lenient repairs this and lists each repair"
    case .invalidUTF8(_, .encoding(let encoding)):
      "--encoding \(encoding) keeps all bytes; \(Self.replacing)"
    case .invalidUTF8(_, .mixed):
      "the rest is UTF-8: correct this place; --encoding latin1 keeps all bytes; \(Self.replacing)"
    case .invalidUTF8(_, .cutOff): "copy or download it again; \(Self.replacing)"
    case .conflictMarkers(let place, _):
      "keep one side of each conflict and delete the markers, or git mergetool "
        + ShellWord.path(place.file)
    case .missingColumnName:
      "without --strict it gets a name such as column1; --no-header if the first line is a row"
    case .duplicateColumnName:
      "without --strict the second is NAME_2; --no-header if the first line is a row"
    case .unknownEncoding: "known: utf-8, utf-16, latin1, windows-1252 and what `iconv -l` lists"
    case .invalidEncoding: "--encoding names another, or --lenient"
    case .cannotEncode: "edit that cell, or export PATH, which writes utf-8"
    case .badDialect:
      "--delimiter, --quote and --escape take one character each, --comment any text without them"
    case .badPacking(_, _, _, let hint): hint
    case .noLibrary(_, _, _, let package, _): "install it: \(packageInstaller) \(package)"
    case .badText(_, _, _, let hint), .badPlan(_, _, let hint): hint
    case .cannotRewrite(_, _, _, let hint): hint
    case .balancedQuotes:
      "save PATH.\(TableFormats.plain.name), which quotes cells, or open it with --quote none"
    case .noSuchColumn(_, let nearest, let known):
      nearest.map {
        "did you mean \(ShellWord.quoted($0) == $0 ? "'\(shown: $0)'" : ShellWord.quoted($0))?"
      }
        ?? "columns: \(known.map(ShellWord.quoted).joined(separator: ", "))"
    case .duplicateKey: "--key COLUMN,COLUMN if several columns together are the key"
    case .sourceChanged: "reload  # brings theirs in; or save --force, or save PATH"
    case .sourceRemoved: "save --force writes it again, or save PATH"
    case .readOnly: "--force replaces it anyway; or give another PATH"
    case .cannotReplace(let file, _):
      "save to another PATH, then copy that over this file: cp PATH \(ShellWord.sh(file))"
    case .cutOff(let file, _, let backup):
      CutOffWrite(file: file, backup: backup).wayBack + " brings them back"
    case .ofFormat(let problem): problem.hint
    case .cannotWriteValue(_, _, _, let holdsNUL):
      holdsNUL
        ? "edit that cell, or write PATH.\(TableFormats.complete.name)"
        : "save PATH.\(TableFormats.plain.name), which has quotes"
    default: nil
    }
  }
}

extension SourceError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
