import BatchUpdates

extension Command {
  /// Taps the detail button of a row.
  static var accessory: Command {
    Command(
      name: "accessory", group: .selection, summary: "tap the detail button of a row",
      synopsis: ["accessory PATH"],
      details: """
        The delegate hears of it, and nothing is selected: not even whether the row may be selected \
        is asked. Rows have one whose accessory is detail: traits 0:1 accessory=detail; in editing \
        mode it is the editing-accessory.
        """,
      example: "traits 0:1 accessory=detail; accessory 0:1", changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      let path = try invocation.document().table.path(of: row)?.description ?? ""
      var result = try invocation.perform([.tapAccessory(row)])
      result.sentence = "tapped the detail button of \(path); the selection stays as it is"
      return result
    }
  }
}
