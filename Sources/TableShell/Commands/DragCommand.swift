import BatchUpdates
import TableInteraction
import TableKit

extension Command {
  /// Carries a row by its handle.
  static var drag: Command {
    Command(
      name: "drag", group: .editing, summary: "carry a row by its handle, over places, and drop it",
      synopsis: ["drag PATH [PATH …] [drop]", "drag over PATH … [drop]", "drag drop"],
      details: """
        The places are those that the finger passes, counted in the table without the row; at \
        each the delegate is asked where the gap opens. Without drop the row stays in the hand, \
        and drag over goes on. Leaving editing mode, or any change of the table, puts it back.
        """,
      example: "edit on; drag 0:0 0:1 drop",
      arguments: [.any([.words(["over", "drop"]), .target])],
      changes: true
    ) { invocation throws(CommandError) in
      var words = invocation.arguments[...]
      var touches: [ControlTouch] = []
      let drops = words.last?.is("drop") == true
      if drops { words.removeLast() }
      if words.first?.is("over") == true {
        words.removeFirst()
      } else if let first = words.first {
        touches.append(.drag(try invocation.touchedRow([first])))
        words.removeFirst()
      } else if !drops {
        throw invocation.usage("which row?")
      }
      for word in words { touches.append(.hover(try invocation.place(word))) }
      if drops { touches.append(.drop) }
      guard !touches.isEmpty else { throw invocation.usage("over which place?") }
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
  fileprivate func place(_ word: Word) throws(CommandError) -> RowPath {
    let destination = try reading { () throws(SyntaxError) in try Destination(word) }
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
