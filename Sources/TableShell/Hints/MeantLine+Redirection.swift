import CommandLanguage
import TableKit
import Wording

// Lines whose `>` or `|` was meant in another way; the stage of redirections asks here, before a file is made.

extension MeantLine {
  /// The error for a `>` that is part of an arrow or a comparison, and would write a file: `rename a -> b`,
  /// `count where` left out in `count pay > 5`. A number alone is never taken for a file.
  func mistakenRedirection(of statement: Statement) -> CommandError? {
    if let error = savingReply(of: statement) ?? mistakenPipe(of: statement) { return error }
    guard case .file(let file, let appends) = statement.redirection,
      let last = statement.words.last
    else { return nil }
    let text = statement.text.unicodeScalars
    let error = "would write the file '\(shown: file.text)'"
    if file.isUnquoted, DecimalNumber.double(file.text) != nil {
      let sign = appends ? ">>" : ">"
      let slip = Slip(shell, statement, .usage("", synopsis: []))
      let meant =
        appends
        ? nil
        : slip.joinedConditions ?? line(whole: statement.text) ?? comparison(statement, file.text)
      let hasJoint = statement.words.dropFirst().contains { word in
        ["if", "when"].contains(where: word.is)
      }
      // The name of a file, as it can be typed.
      let path = "\(sign) ./\(file.text)"
      let typed = String(String.UnicodeScalarView(text.prefix(last.end.offset)))
      return .hinted(
        .usage("'\(sign)' \(error); for that, type \(path)", synopsis: []),
        meant ?? (hasJoint ? "help \(statement.words[0].text)" : "\(typed) \(path)"))
    }
    guard !appends, statement.words.count > 1, last.is("-") || last.is("="),
      text.dropFirst(last.end.offset).first == ">", !takesFiles(statement.words[0])
    else { return nil }
    let before = String(String.UnicodeScalarView(text.prefix(last.place.offset))).trimmingBlanks
    let after = String(String.UnicodeScalarView(text.dropFirst(last.end.offset + 1))).trimmingBlanks
    let assigns = ["edit", "insert"].contains { statement.words[0].is($0) }
    let meant = [" ", assigns ? "=" : " to "].map { before + $0 + after }.first(where: isReadable)
    return .hinted(
      .usage("'>' \(error)", synopsis: []),
      meant ?? line(inPlaceOf: statement.text) ?? "help \(statement.words[0].text)")
  }

  /// The error for `save > FILE` and `save | PROGRAM`, which would save the table where it is from, and pass
  /// on only the reply; nil: it is another line.
  private func savingReply(of statement: Statement) -> CommandError? {
    guard let name = statement.words.first, let last = statement.words.last,
      shell.aliases[name.text] == nil, let command = shell.registry.find(name.text),
      command.name == "save",
      let invocation = try? Invocation(shell, command, statement),
      (try? invocation.optional(.file)) == nil, !statement.words.contains(where: { $0.is("-") })
    else { return nil }
    let typed = String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(last.end.offset)))
    let (sign, meant): (String, String)
    switch statement.redirection {
    case .file(let file, append: false) where !file.path.hasPrefix("/dev/"):
      (sign, meant) = (">", Quoting.path(file.text))
    case .pipe(let program): (sign, meant) = ("|", "- | \(program)")
    default: return nil
    }
    return .hinted(
      .usage("save writes the table's own file, and \(sign) gets only the reply", synopsis: []),
      "\(typed) \(meant)")
  }

  /// Whether `-` can stand for standard output behind a command.
  private func takesFiles(_ name: Word) -> Bool {
    guard let command = shell.registry.find(name.text) else { return false }
    return ["export", "save"].contains(command.name)
      || command.signature.forms.contains { $0.line.contains("FILE") }
  }

  /// Returns the line that was meant by a comparison without `where`, as far as its command takes one, else
  /// `show` with it: `show city pay > 5` is `show city,pay where pay > 5`. Nil: no column is compared.
  private func comparison(_ statement: Statement, _ number: String) -> String? {
    let words = statement.words
    guard let name = words.first, let last = words.last, words.count > 1,
      let column = shell.current?.table.column(named: last.text)
    else { return nil }
    let condition = "where \(ForeignColumns.lua(column)) > \(number)"
    // `delete whre Qty > 3`: of a misspelled word of targets, only the command stays.
    if words.count == 3, !Nearest.nearest(to: words[1].text, in: ["where"]).isEmpty,
      isReadable("\(name.text) \(condition)")
    {
      return "\(name.text) \(condition)"
    }
    let columns = words.dropFirst().map { Quoting.word($0.text) }.joined(separator: ",")
    let lines = ["\(name.text) \(columns) \(condition)"]
    let isShown = words.count == 2 || words[1].is("by")
    return (lines + (isShown ? ["show \(condition)"] : [])).first(where: isReadable)
  }
}
