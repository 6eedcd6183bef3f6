extension Command {
  /// Shows and changes settings.
  static var set: Command {
    Command(
      name: "set", group: .shell, summary: "show or change a setting",
      synopsis: ["set [NAME [VALUE …]]"], kinds: ["NAME": .setting, "VALUE": .settingValue],
      details: """
        Alone it lists all settings. They last as long as the session; to have one in every session, \
        write into the file ~/.config/tablesh/init.lua: tablesh.run("set NAME VALUE").
        """,
      example: "set trace on"
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let words = try invocation.all(.word).map(\.text)
      guard let name = words.first else {
        var lines = AlignedText(columnWidth: 200)
        for setting in Setting.all {
          lines.add(
            setting.name, setting.value(shell), setting.values.joined(separator: "|"),
            setting.summary)
        }
        return .output(lines.text())
      }
      guard let setting = Setting.all.first(where: { $0.name == name }) else {
        throw .noSuchName(kind: "setting", name, names: Setting.all.map(\.name))
      }
      guard words.count > 1 else { return .output(setting.value(shell)) }
      let value = words[1...].joined(separator: " ")
      guard try setting.set(shell, value) else {
        let values = setting.range ?? setting.values.joined(separator: "|")
        throw invocation.refusal(
          "'\(value)' is no value of '\(name)'", ["set \(name) \(values)"])
      }
      return CommandResult(sentence: "\(name) is \(setting.value(shell))")
    }
  }
}

extension Placeholder {
  fileprivate static let setting = named("a setting") { _ in
    Setting.all.map { .init($0.name, $0.summary) }
  }

  fileprivate static let settingValue = Placeholder("word", "a value") { shell, word, typed in
    let values = Setting.all.first { $0.name == typed.words.last?.text }?.values ?? []
    return shell.fitting(word, values.map { .init($0) })
  }
}
