import BatchUpdates
import TableKit
import TableSources

/// A setting of the session.
struct Setting {
  /// The name in `set NAME VALUE`.
  var name: String
  /// One line for lists.
  var summary: String
  /// The valid values; empty if they cannot be listed.
  var values: [String]
  /// The valid values in a usage error; nil: those of `values`.
  var range: String?
  /// Returns the current value.
  var value: (Shell) -> String
  /// Sets the value, and returns whether the text is valid.
  var set: (Shell, String) throws(CommandError) -> Bool

  /// All settings, in the order in which `set` lists them.
  static var all: [Setting] {
    [
      format, table, content, undoMemory, journal, clock,
      flag("trace", "print the delegate's calls", \.traces),
      flag("quiet", "print neither table nor plan", \.isQuiet),
      flag("keep-going", "in a batch, go on after a failed command", \.keepsGoing),
      flag("timing", "say how long each command took, its reply included", \.timesCommands),
      flag("skip-errors", "a rule that errs on some rows goes on without them", \.skipsErrors),
      flag(
        "select-notifies", "select tells the delegate, as a tap does and UIKit does not",
        \.selectNotifies),
      flag(
        "limits-see-taps-only", "select goes past limits and policies, as in UIKit",
        \.limitsSeeTapsOnly, isOfTables: true),
      flag(
        "reload-visible-only", "reload TARGET skips rows off the screen, as UIKit does",
        \.reloadsVisibleOnly),
      diffableIOS,
    ] + touches
  }

  private static var format: Setting {
    Setting(
      name: "format", summary: "how replies are printed", values: ["text", "json"]
    ) {
      $0.options.format.rawValue
    } set: { shell, text in
      guard let format = ShellOptions.Format(rawValue: text) else { return false }
      shell.options.format = format
      return true
    }
  }

  private static var clock: Setting {
    Setting(
      name: "clock", summary: "whether wait waits, or moves a clock that stands still",
      values: ["real", "virtual"]
    ) {
      $0.clock.isVirtual ? "virtual" : "real"
    } set: { shell, text in
      guard text == "real" || text == "virtual" else { return false }
      shell.clock.isVirtual = text == "virtual"
      return true
    }
  }

  private static var table: Setting {
    Setting(
      name: "table", summary: "how much of the table follows each command",
      values: ["none", "viewport", "full"]
    ) {
      $0.options.tableMode.rawValue
    } set: { shell, text in
      guard let mode = ShellOptions.TableMode(rawValue: text) else { return false }
      shell.options.table = mode
      return true
    }
  }

  private static var content: Setting {
    Setting(
      name: "content", summary: "what plans do with changed rows",
      values: ["reload", "reconfigure"]
    ) {
      $0.contentChange == .reload ? "reload" : "reconfigure"
    } set: { shell, text in
      guard text == "reload" || text == "reconfigure" else { return false }
      shell.contentChange = text == "reload" ? .reload : .reconfigure
      for document in shell.documents { shell.prepare(document) }
      return true
    }
  }

  private static var undoMemory: Setting {
    Setting(
      name: "undo-memory", summary: "how much memory undo may keep: 512M, 2G", values: [],
      range: "512M|2G"
    ) {
      ByteCount.text($0.undoBudget)
    } set: { shell, text in
      guard let count = ByteCount.value(of: text) else { return false }
      shell.undoBudget = count
      for document in shell.documents { shell.prepare(document) }
      return true
    }
  }

  private static var journal: Setting {
    Setting(
      name: "journal", summary: "write unsaved work down, for recover", values: ["on", "off"]
    ) {
      $0.keepsJournal ? "on" : "off"
    } set: { (shell, text) throws(CommandError) in
      guard text == "on" || text == "off" else { return false }
      if text == "off", let folder = shell.options.journalFolder {
        _ = try shell.permitted(writing: folder.path)
      }
      try shell.keepJournals(text == "on")
      return true
    }
  }

  private static func flag(
    _ name: String, _ summary: String, _ path: WritableKeyPath<ShellOptions, Bool>,
    isOfTables: Bool = false
  ) -> Setting {
    Setting(name: name, summary: summary, values: ["on", "off"]) {
      $0.options[keyPath: path] ? "on" : "off"
    } set: { shell, text in
      guard text == "on" || text == "off" else { return false }
      shell.options[keyPath: path] = text == "on"
      if isOfTables { for document in shell.documents { shell.prepare(document) } }
      return true
    }
  }
}

extension Shell {
  /// Applies the session's settings, policies, hooks and journal to a table.
  func prepare(_ document: Document) {
    document.editor.contentChange = contentChange
    document.editor.undoBudget = undoBudget
    document.controller.settings.limitsSeeTapsOnly = options.limitsSeeTapsOnly
    document.editor.workers = .two
    document.editor.progress = progress
    if hasLua { document.controller.policies = lua.policies }
    connectHooks(document)
    document.connectJournal()
  }
}
