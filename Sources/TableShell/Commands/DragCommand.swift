import BatchUpdates
import TableKit

extension Command {
  /// Carries a row by its handle.
  static var drag: Command {
    Command(
      name: "drag", group: .editing, summary: "carry a row by its handle, over places, and drop it",
      synopsis: ["drag PATH [PLACE …] [drop]", "drag over PLACE … [drop]", "drag drop"],
      details: """
        The places are those that the finger passes, counted in the table without the row; at \
        each the delegate is asked where the gap opens. Without drop the row stays in the hand, \
        and drag over goes on. Leaving editing mode, or any change of the table, puts it back.
        """,
      example: "edit on; drag 0:0 0:1 drop",
      changes: true
    ) { invocation throws(CommandError) in
      var touches: [ControlTouch] = []
      if let row = try invocation.optional(.path) { touches.append(.drag(row)) }
      for place in try invocation.all(.place) {
        touches.append(.hover(try invocation.place(place)))
      }
      if invocation.has("drop") { touches.append(.drop) }
      return try invocation.touch(touches) { editor, transaction in
        if let drag = editor.touches.drag {
          return "\(drag.home) is in the hand, the gap is at \(drag.gap)"
        }
        let move = transaction.events.last { $0.name == .moveRow }
        guard let home = move?.path, case .to(let target) = move?.argument else {
          return "dropped where it was; nothing is called"
        }
        return "moved \(home) to \(target)"
      }
    }
  }
}

extension Invocation {
  /// A place that a finger passes; one behind the end is the end.
  fileprivate func place(_ destination: Destination) throws(CommandError) -> RowPath {
    let document = try document()
    let resolver = Resolver(shell: shell, document: document)
    switch destination {
    case .end(let section): return RowPath(try resolver.section(section), .max)
    case .path(let path):
      let s = try resolver.section(path.section)
      let count = document.table.sections[s].count
      return RowPath(s, path.row < 0 ? max(0, count + path.row) : path.row)
    }
  }
}
