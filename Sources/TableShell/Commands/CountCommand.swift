import TableKit

extension Command {
  /// Counts rows.
  static var count: Command {
    Command(
      name: "count", group: .looking, summary: "print how many rows a target names",
      synopsis: ["count [TARGET]"], details: "Without a target it counts every row.",
      example: "count 0"
    ) { invocation throws(CommandError) in
      let target = try invocation.optional(.target) ?? .everything
      if case .everything = target {
        return .output(String(try invocation.document().table.rowCount))
      }
      return .output(String(try invocation.rows(target).count))
    }
  }
}
