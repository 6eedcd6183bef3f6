import CommandLanguage
import BatchUpdates
import TableKit
import TablePrinters
import Wording

/// A setting of the session.
package struct Setting {
  /// The name in `set NAME VALUE`.
  package var name: String
  /// One line for lists.
  var summary: String
  /// The valid values; empty if they cannot be listed.
  var values: [String]
  /// The valid values in a usage error; nil: those of `values`.
  var range: String?
  /// Which values are allowed, and why no others, for errors and help; nil: those of `values`.
  var bounds: String?
  /// What the current value means beyond itself, said when it is set; nil: nothing.
  var remark: (Shell) -> String? = { _ in nil }
  /// Returns the current value.
  var value: (Shell) -> String
  /// Sets the value, and returns whether the text is valid.
  var set: (Shell, String) throws(CommandError) -> Bool

  /// The valid values as they are typed; nil if they cannot be listed.
  var known: String? { range ?? (values.isEmpty ? nil : values.joined(separator: "|")) }

  /// Words for much, and for nothing, that are values of some setting here or elsewhere.
  private static let alike = [
    ["on", "full", "all", "whole", "everything", "yes", "true", "1", "always", "auto"],
    ["off", "none", "no", "false", "0", "never", "nothing"],
  ]

  /// A line that sets it, and behind that what it can be.
  ///
  /// - Parameter typed: what is no value of it.
  func example(_ shell: Shell, insteadOf typed: String) -> String {
    let (current, plain) = (value(shell), values.filter { !$0.contains(" ") })
    // What other programs call it.
    let like = Self.alike.first { $0.contains(typed.lowercased()) } ?? []
    let value =
      plain.first(where: like.contains) ?? Nearest.nearest(to: typed, in: plain, limit: 1).first
      ?? plain.first { $0 != current } ?? current
    return "set \(name) \(value)" + (known.map { "  # \($0)" } ?? "")
  }

  /// All settings, in the order in which `set` lists them.
  static var all: [Setting] {
    [
      words(
        "format", "print replies as text, or as lines of JSON for programs", \.options.format,
        [("text", .text), ("json", .json)]),
      words(
        "table", "how much of the table is printed after each command", \.options.tableMode,
        ShellOptions.TableMode.allCases.map { ($0.rawValue, $0) }),
      words(
        "theme", "colours for a dark or a light background", \.options.theme,
        Style.Theme.allCases.map { ($0.rawValue, $0) }),
      of(
        "width", "how wide a table is printed, in columns of the terminal", \.options.width,
        values: ["auto", "off"], range: "auto|off|20 … 10000", text: text(of:), read: width(of:)
      ).allowing("a whole number from 20, below which no row can be read, to 10000"),
      pager,
      of(
        "prompt", "what the prompt shows: text and fields such as {file}", \.options.prompt,
        values: ["default"], range: "default|TEXT; the fields are \(PromptFormat.fields)",
        text: { $0 == .standard ? "default" : $0.text },
        read: { $0 == "default" ? .standard : PromptFormat($0) }),
      words(
        "motion", "how each change is played before the table is printed (help play)",
        \.options.motion,
        ShellOptions.Motion.allCases.map { ($0.rawValue, $0) }),
      words(
        "content", "whether plans reload or reconfigure changed rows", \.contentChange,
        [("reload", .reload), ("reconfigure", .reconfigure)], isOfTables: true),
      words(
        "incoming", "how changes by others are shown: as batch updates, or by reloadData",
        \.reloadsIncoming,
        [("batches", false), ("reload-data", true)], isOfTables: true),
      animation(of: .insert, "the animation of inserted rows and sections in plans"),
      animation(of: .delete, "the animation of deleted rows and sections in plans"),
      animation(of: .reload, "the animation of reloaded rows and sections in plans"),
      of(
        "undo-memory", "how much memory undo may use: 512M, 2G", \.undoBudget,
        range: "512M|2G|BYTES", isOfTables: true, text: ByteCount.text, read: ByteCount.value
      ).allowing("a whole number of bytes, or of K, M or G"),
      journal, timeout, memory,
      words(
        "clock", "real: wait takes its time; virtual: wait moves the clock ahead at once",
        \.clock.isVirtual,
        [("real", false), ("virtual", true)]),
      flag("trace", "print each call of the delegate", \.options.traces),
      flag("quiet", "print neither the table nor the plan after a command", \.options.isQuiet),
      flag("keep-going", "in a batch, go on after a failed command", \.options.keepsGoing),
      flag("echo", "print each command of a batch or a file before it runs", \.options.echoes),
      flag("timing", "print how long each command and its reply took", \.options.timesCommands),
      flag(
        "skip-errors", "leave out rows on which a rule or an expression fails",
        \.options.skipsErrors),
      flag(
        "select-notifies", "on: select calls the delegate, as a tap does",
        \.options.selectNotifies),
      flag(
        "limits-see-taps-only", "on: limits and policies do not apply to select, as in UIKit",
        \.options.limitsSeeTapsOnly, isOfTables: true),
      flag(
        "reload-visible-only", "on: reload TARGET skips rows off the screen, as in UIKit",
        \.options.reloadsVisibleOnly),
      flag(
        "coalesce", "treat quick changes of a watched table as one",
        \.options.coalesces),
      // Which iOS a snapshot is applied as, where that makes a difference (rule J7).
      of(
        "diffable-ios", "the version of iOS that snapshot apply --no-animation imitates",
        \.diffableIOS, values: ["14", "15"], range: "14|15|NUMBER", text: { "\($0)" },
        read: { text in (13...99).first { "\($0)" == text } }
      ).allowing("a whole number from 13, the first iOS with snapshots, to 99"),
    ] + touches
  }

  /// The animation of one kind of operation.
  private static func animation(
    of operation: PlanAnimations.Operation, _ summary: String
  ) -> Setting {
    words(
      "animation.\(operation)", summary, \.animations[operation],
      RowAnimation.allCases.map { ($0.rawValue, $0) }, isOfTables: true)
  }

  /// The text of a width.
  private static func text(of width: ShellOptions.Width) -> String {
    switch width {
    case .terminal: "auto"
    case .unlimited: "off"
    case .columns(let count): "\(count)"
    }
  }

  /// The width of a text; nil: it is none.
  private static func width(of text: String) -> ShellOptions.Width? {
    switch text {
    case "auto": .terminal
    case "off": .unlimited
    default: Int(text).flatMap { 20...10_000 ~= $0 ? .columns($0) : nil }
    }
  }

  private static var pager: Setting {
    Setting(
      name: "pager", summary: "the program for answers taller than the screen; on: $PAGER or less",
      values: ["on", "off"], range: "on|off|PROGRAM"
    ) {
      $0.options.pager.text
    } set: { (shell, text) throws(CommandError) in
      guard !Self.alike[1].contains(text.lowercased()) || text == "off", let pager = Pager(text)
      else { return false }
      if case .program(let line) = pager { try shell.checkPermission(running: line) }
      shell.options.pager = pager
      return true
    }
  }

  private static var timeout: Setting {
    ofLua(
      "timeout", "how many seconds Lua may take each time it runs (help limits)",
      \.options.luaSeconds, "default|off|0.1 … 86400", off: 0
    ) {
      $0 == 0 ? "off" : $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
    } read: { text in
      DecimalNumber.matches(text) ? Double(text).flatMap { 0.1...86_400 ~= $0 ? $0 : nil } : nil
    }.allowing("from a tenth of a second to a day; off is no limit")
  }

  private static var memory: Setting {
    ofLua(
      "memory", "how much memory all of Lua may use: 64M, 1G (help limits)",
      \.options.luaMemory, "default|1M … 1024G", text: ByteCount.text
    ) { text in
      ByteCount.value(of: text).flatMap { 1 << 20...1 << 40 ~= $0 ? $0 : nil }
    }.allowing("from 1M to 1024G")
  }

  /// A limit of Lua, which Lua does not set itself.
  ///
  /// - Parameter off: the value that means no limit; nil: there is always one.
  private static func ofLua<Value>(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Value?>,
    _ range: String, off: Value? = nil, text: @escaping (Value) -> String,
    read: @escaping (String) -> Value?
  ) -> Setting {
    Setting(
      name: name, summary: summary, values: off == nil ? ["default"] : ["default", "off"],
      range: range
    ) {
      $0[keyPath: path].map(text) ?? "default"
    } set: { (shell, text) throws(CommandError) in
      guard !shell.context.isOfLua else {
        throw .outside(
          code: "not-now", message: "Lua does not set its own limits",
          hint: "set \(name) \(text)")
      }
      let value = text == "off" ? off : read(text)
      guard value != nil || text == "default" else { return false }
      shell[keyPath: path] = value
      shell.luaLayer.limitLua()
      return true
    }
  }

  private static var journal: Setting {
    Setting(
      name: "journal", summary: "write each step to a journal for recover",
      values: ["on", "off"]
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

  /// What is on or off.
  static func flag(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Bool>,
    isOfTables: Bool = false
  ) -> Setting {
    words(name, summary, path, [("on", true), ("off", false)], isOfTables: isOfTables)
  }

  /// What is one of some words.
  static func words<Value: Equatable>(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Value>,
    _ values: [(word: String, value: Value)], isOfTables: Bool = false
  ) -> Setting {
    of(
      name, summary, path, values: values.map(\.word), isOfTables: isOfTables,
      text: { value in values.first { $0.value == value }?.word ?? "" },
      read: { word in values.first { $0.word == word }?.value })
  }

  /// What is kept in a property.
  ///
  /// - Parameters:
  ///   - isOfTables: whether the open tables are told of it.
  ///   - text: a value as it is typed.
  ///   - read: the value of a text; nil for none.
  static func of<Value>(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Value>,
    values: [String] = [], range: String? = nil, isOfTables: Bool = false,
    text: @escaping (Value) -> String, read: @escaping (String) -> Value?
  ) -> Setting {
    Setting(name: name, summary: summary, values: values, range: range) {
      text($0[keyPath: path])
    } set: { shell, text in
      guard let value = read(text) else { return false }
      shell[keyPath: path] = value
      if isOfTables { for document in shell.documents { shell.prepare(document) } }
      return true
    }
  }
}

extension Setting {
  /// Returns the setting with a sentence about which values are allowed, and why no others.
  func allowing(_ bounds: String) -> Setting {
    var setting = self
    setting.bounds = bounds
    return setting
  }

  /// Returns the setting with what some of its values mean beyond themselves.
  func remarking(_ remark: @escaping (Shell) -> String?) -> Setting {
    var setting = self
    setting.remark = remark
    return setting
  }

  /// Returns the setting of a name, current or former; nil: none.
  package static func named(_ name: String) -> Setting? {
    let all = all
    return all.first { $0.name == name } ?? all.first { $0.name == FormerNames.settings[name] }
  }

  /// The settings with their values, and what they do and can be, which goes on under itself on a
  /// terminal.
  static func list(in shell: Shell) -> String {
    let rows = all.map { (setting: $0, value: DisplayText(line: $0.value(shell))) }
    let names = rows.map(\.setting.name.count).max() ?? 0
    // A long value, such as a prompt, does not move the others.
    let values = rows.map(\.value.width).filter { $0 <= 16 }.max() ?? 0
    let column = names + 2 + values + 2
    return rows.map { setting, value in
      var text = setting.summary
      if !setting.values.isEmpty { text += " (\(setting.values.joined(separator: ", ")))" }
      let head =
        setting.name + String(repeating: " ", count: names + 2 - setting.name.count) + value.text
        + String(repeating: " ", count: max(2, values + 2 - value.width))
      let start = names + 2 + max(values + 2, value.width + 2)
      return head
        + TextWrapping.hanging(
          text, width: shell.terminalWidth, start: start,
          indent: column + 36 <= shell.terminalWidth ?? .max ? column : 4) + "\n"
    }.joined()
  }
}

/// Sizes of memory as typed: `512M`, `2G`, `1000`.
enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  /// Returns the number of bytes in a text such as `512M`, with K, M or G as powers of 1024; nil if
  /// it is malformed.
  static func value(of text: String) -> Int? {
    guard let last = text.last else { return nil }
    let unit = units.first { $0.letter == Character(last.uppercased()) }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (unit?.shift ?? 0))
    return overflow ? nil : bytes
  }

  /// Returns the text of a number of bytes, in the largest unit that divides it.
  static func text(_ count: Int) -> String {
    for (letter, shift) in units where count > 0 && count % (1 << shift) == 0 {
      return "\(count >> shift)\(letter)"
    }
    return String(count)
  }
}
