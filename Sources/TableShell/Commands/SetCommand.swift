extension Command {
  /// Shows and changes settings.
  static var set: Command {
    Command(
      name: "set", group: .shell, summary: "show or change a setting",
      synopsis: ["set [NAME [VALUE]]"],
      details: """
        Alone it lists all settings. They last as long as the session; to have one in every session, \
        write into the file ~/.config/tablesh/init.lua: tablesh.run("set NAME VALUE").
        """,
      example: "set trace on", arguments: [.setting, .settingValue]
    ) { invocation throws(CommandError) in
      try invocation.expect(0...3)
      let shell = invocation.shell
      guard let name = invocation.arguments.first?.text else {
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
      guard invocation.arguments.count > 1 else { return .output(setting.value(shell)) }
      let value = invocation.arguments[1...].map(\.text).joined(separator: " ")
      guard try setting.set(shell, value) else {
        let values = setting.range ?? setting.values.joined(separator: "|")
        throw .usage("'\(value)' is no value of '\(name)'", synopsis: ["set \(name) \(values)"])
      }
      return CommandResult(sentence: "\(name) is \(setting.value(shell))")
    }
  }
}
