import CommandLanguage
import LibC
import TablePrinters
import Wording

extension Shell {
  /// The prompt: unless another one is set the table's name, `⇅` if it follows its source or `!` if
  /// that is gone, the Delete button in editing mode, else the number of selected rows, that of open
  /// conflicts, and `*` for unsaved changes. In a lesson, where one is in it.
  public var prompt: String { prompt(style) }

  /// The prompt without colours.
  package var plainPrompt: String { prompt(.plain) }

  private func prompt(_ style: Style) -> String {
    parts.lazy.compactMap(\.prompt).first ?? options.prompt.prompt(of: self, style)
  }

  /// What an empty line at the prompt runs; nil: nothing.
  public var blankLine: String? { parts.lazy.compactMap(\.blankLine).first }

  /// The prompt for a further line of a command.
  var continuationPrompt: String {
    String(repeating: ".", count: max(3, plainPrompt.count - 2)) + "> "
  }

  /// The same with the quote that is open before the `>`, as in psql.
  public func continuationPrompt(of text: String) -> String {
    guard let quote = openQuote(in: text) else { return continuationPrompt }
    return continuationPrompt.dropLast(3) + quote + "> "
  }

  /// Says that a quote is open, which is seldom meant.
  public func lineIsUnfinished(_ text: String) {
    guard let quote = openQuote(in: text) else { return }
    writeNote("the quote \(quote) is open, and the line goes on until it is closed; ^C drops it")
  }

  /// The quote that is open at the end of a text.
  private func openQuote(in text: String) -> String? {
    let error = SyntaxError.thrown(by: try Script.statements(of: text, compiles: luaCheck))
    guard case .unclosedQuote(let quote)? = error?.problem else { return nil }
    return quote
  }
}

// MARK: - The end

extension Shell {
  /// Ends a session whose input is over, as `quit` does.
  public func endOfInput(at origin: StatementPlace? = nil) -> Outcome {
    commandBegan()
    do throws(CommandError) {
      try answering("quit") { () throws(CommandError) in try ask(.willQuit) }
      try checkNothingUnsaved()
      for part in parts { try part.willLeave(isForced: false) }
      endJournals()
      return .leave(status: 0)
    } catch {
      if case .declined = error { return .failed }
      return fail(error, of: "quit", at: origin)
    }
  }

  /// Asks on a terminal whether unsaved work is to be saved or discarded; in a batch it is an error.
  /// Tables without a file cannot be saved so: of them it asks apart, last.
  ///
  /// - Throws: `declined` where the session is to go on; what keeps a table from being saved.
  func checkNothingUnsaved() throws(CommandError) {
    guard !isDryRun, !dropsUnsaved else { return }
    let unsaved = documents.filter { $0.losesWork(isAtPrompt: console.isInteractive) }
    guard !unsaved.isEmpty else { return }
    guard console.isInteractive else {
      let error = CommandError.unsavedChanges(names(ofUnsaved: unsaved))
      if unsaved.count == 1, unsaved[0].isOfInput {
        throw .hinted(error, "save -  # or leave without saving: quit!")
      }
      if unsaved.allSatisfy(\.isExported) {
        throw .hinted(
          error,
          options.leavingLine
            ?? "quit!  # as the last command: leaves the file as it is; or save")
      }
      throw options.savingLine.map { CommandError.hinted(error, $0) } ?? error
    }
    let savable = unsaved.filter(\.hasPlaceToSave)
    if !savable.isEmpty {
      let names = names(ofUnsaved: savable).joined(separator: ", ")
      switch ask("Unsaved changes in \(names): save, discard or cancel?", "[s/d/C]") {
      case "s", "save": for document in savable { try saveToLeave(document) }
      case "d", "discard": break
      default: throw .declined
      }
    }
    try askToDiscard(unsaved.filter { !$0.hasPlaceToSave })
  }

  /// The names of tables with unsaved changes, with what else is to be said of these.
  private func names(ofUnsaved documents: [Document]) -> [String] {
    documents.map { document in
      let writes = document.unsavedWriteCount
      var facts = writes > 0 ? ["\(Counts.of(writes, "write")) of others among them"] : []
      facts += parts.flatMap { $0.factsOfUnsaved(document) }
      return document.name + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
    }
  }

  /// Asks whether changes of tables without a file are to be discarded, and says what keeps them.
  ///
  /// - Throws: `declined` where they are not.
  func askToDiscard(_ documents: [Document]) throws(CommandError) {
    let isCurrentAmong = documents.contains { $0 === current }
    guard let kept = isCurrentAmong ? current : documents.first else { return }
    let isOne = documents.count == 1
    let way = isCurrentAmong ? "save PATH" : "open \(Quoting.word(kept.name)); save PATH"
    let question =
      "Unsaved changes in \(names(ofUnsaved: documents).joined(separator: ", ")), which "
      + "\(isOne ? "has" : "have") no file (\(way) keeps \(isOne ? "it" : kept.name)): "
      + "discard or cancel?"
    let answer = ask(question, "[d/C]")
    guard answer == "d" || answer == "discard" else { throw .declined }
  }

  /// The answer to a question, without blanks around it and in lower case; nil: nobody answers.
  private func ask(_ question: String, _ answers: String) -> String? {
    let text = TextWrapping.hanging(
      DisplayText(line: question).text + " \(answers) ", width: terminalWidth, start: 0, indent: 0)
    return console.ask(text)?.trimmingBlanks.lowercased()
  }

  /// Saves a table as `save` does, and says so. The table is the current one where that fails.
  private func saveToLeave(_ document: Document) throws(CommandError) {
    let former = current
    current = document
    let statement = try statement("save")
    let result = try run(.save, statement)
    try deliver(result, of: statement)
    current = former
  }
}

// MARK: - An editor

extension Shell {
  var editor: TextEditor { TextEditor(environment: options.environment) }

  /// Has the user edit a text in an editor.
  ///
  /// - Throws: `permissionDenied` where Lua may not run it; as `TextEditor.edit`.
  func edited(_ text: String, suffix: String) throws(CommandError) -> String {
    try checkPermission(running: editor.line)
    console.flush()
    return try editor.edit(text, suffix: suffix)
  }

  /// Has the user edit the line that is being typed, for ^X^E.
  public func edited(_ text: String) -> String {
    do throws(CommandError) {
      var edited = try edited(text + "\n", suffix: ".tsh")
      while edited.last == "\n" { edited.removeLast() }
      return edited
    } catch {
      _ = fail(error, of: text)
      return text
    }
  }
}

// MARK: - The user's init.tsh

extension Shell {
  /// The user's `init.tsh`; nil: none is read.
  var initFile: InitFile? { options.pluginFolder.map { InitFile(path: $0.path + "/init.tsh") } }

  /// Runs the user's `init.tsh`, if there is one: each command that fails is told of, and the others
  /// run.
  public func begin() {
    guard let path = initFile?.path, access(path, F_OK) == 0 else { return }
    let outer = context
    defer { context = outer }
    context.depth += 1
    context.isInFile = true
    context.keepsGoing = true
    do throws(CommandError) {
      let text = try TextFile.read(path, isRegular: true, progress: progress)
      _ = run(text, at: StatementPlace(source: path, line: 1))
    } catch {
      _ = fail(error, of: "source \(path)")
    }
    leaveStatus = nil
  }

  /// Where a command that is to be kept for later sessions is written.
  ///
  /// - Throws: a usage error where nothing is kept.
  func keep(_ line: String, replacing words: [String]) throws(CommandError) {
    guard let initFile else {
      throw .outside(
        code: "usage", message: "nothing is kept in this session",
        hint: "start without --no-init, and with HOME set")
    }
    guard !line.contains("\n") else {
      throw .outside(
        code: "usage", message: "what is kept stands in one line of \(initFile.path)",
        hint: "join the lines with ;")
    }
    if isDryRun { return }
    try initFile.put(line, replacing: words, in: self)
  }
}
