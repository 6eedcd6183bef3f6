import Expectations
import Glibc
import HTTP
import TableFirebase
import TestSupport
import Testing

/// Clients and the user at random, beside a model of what must be there.
struct ServeWalkTests {
  /// The table as it must be, and the user's steps. Values are never given twice, so that a cell that
  /// holds what a step gave it was changed by nobody since.
  private struct Model {
    typealias Row = (key: String, cells: [String: String])

    /// A step: what cells held and got, rows that came and went.
    struct Step {
      var cells: [(row: Int, column: String, old: String?, new: String?)] = []
      var inserted: [(row: Int, content: Row)] = []
      var deleted: [(row: Int, content: Row)] = []
    }

    var rows: [Int: Row] = [:]
    private var nextRow = 0
    private(set) var done: [Step] = []
    private(set) var undone: [Step] = []

    init(_ keys: [String]) {
      for key in keys { _ = add((key, ["name": "n\(key)", "pay": key])) }
    }

    private mutating func add(_ content: Row) -> Int {
      rows[nextRow] = content
      nextRow += 1
      return nextRow - 1
    }

    func row(_ key: String) -> Int? { rows.first { $0.value.key == key }?.key }

    var keys: [String] { rows.values.map(\.key).sorted() }

    // What clients do.

    mutating func put(_ key: String, _ cells: [String: String]) {
      if let row = row(key) { rows[row]?.cells = cells } else { _ = add((key, cells)) }
    }

    mutating func patch(_ key: String, _ column: String, _ value: String?) {
      guard let row = row(key) else { return }
      rows[row]?.cells[column] = value
      if rows[row]?.cells.isEmpty == true { rows[row] = nil }
    }

    mutating func remove(_ key: String) {
      if let row = row(key) { rows[row] = nil }
    }

    // What the user does.

    mutating func edit(_ key: String, _ column: String, _ value: String) {
      guard let row = row(key) else { return }
      var step = Step()
      step.cells.append((row, column, rows[row]?.cells[column], value))
      rows[row]?.cells[column] = value
      did(step)
    }

    mutating func insert(_ key: String, _ cells: [String: String]) {
      var step = Step()
      step.inserted.append((add((key, cells)), (key, cells)))
      did(step)
    }

    mutating func delete(_ key: String) {
      guard let row = row(key), let content = rows[row] else { return }
      rows[row] = nil
      var step = Step()
      step.deleted.append((row, content))
      did(step)
    }

    private mutating func did(_ step: Step) {
      done.append(step)
      undone = []
    }

    mutating func undo() {
      guard let step = done.popLast() else { return }
      if let rest = takeBack(step) { undone.append(rest) }
    }

    mutating func redo() {
      guard let step = undone.popLast() else { return }
      let back = Step(
        cells: step.cells.map { ($0.row, $0.column, $0.new, $0.old) }, inserted: step.deleted,
        deleted: step.inserted)
      if let rest = takeBack(back) {
        done.append(
          Step(
            cells: rest.cells.map { ($0.row, $0.column, $0.new, $0.old) },
            inserted: rest.deleted, deleted: rest.inserted))
      }
    }

    /// Takes a step back as far as others have left something of it; nil: nothing.
    private mutating func takeBack(_ step: Step) -> Step? {
      var rest = Step()
      for (row, column, old, new) in step.cells {
        guard rows[row] != nil, rows[row]?.cells[column] == new else { continue }
        rows[row]?.cells[column] = old
        rest.cells.append((row, column, old, new))
      }
      for (row, _) in step.inserted {
        guard let now = rows.removeValue(forKey: row) else { continue }
        rest.inserted.append((row, now))
      }
      for (row, content) in step.deleted {
        guard rows[row] == nil, self.row(content.key) == nil else { continue }
        rows[row] = content
        rest.deleted.append((row, content))
      }
      return rest.cells.isEmpty && rest.inserted.isEmpty && rest.deleted.isEmpty ? nil : rest
    }

    /// The records of its file, sorted.
    var table: [String] {
      rows.values.map { row in
        "\(row.key),\(row.cells["name"] ?? ""),\(row.cells["pay"] ?? "")"
      }.sorted()
    }

    var json: String {
      let parts = rows.values.filter { !$0.cells.isEmpty }.map { row in
        let cells = row.cells.sorted { $0.key < $1.key }.map { name, value in
          "\"\(name)\":" + (name == "pay" ? value : "\"\(value)\"")
        }
        return "\"\(row.key)\":{\(cells.joined(separator: ","))}"
      }
      return parts.isEmpty ? "null" : "{\(parts.joined(separator: ","))}"
    }
  }

  @Test(
    "writes of clients amid edits, undo, redo and saves: the table, the file and what a client watches are as a model says",
    arguments: 0..<3)
  func walk(part: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let keys = (0..<6).map { "k\($0)" }
    var model = Model(["1", "2", "3"])
    let served = try ServedProgram(
      "id,name,pay\n1,n1,1\n2,n2,2\n3,n3,3\n", arguments: ["--quiet"])
    let watching = try served.watch()
    var text = ""
    for step in 0..<70 {
      let comment: Comment = "seed \(seed), step \(step): \(text)"
      let key = random.pick(random.oneIn(3) ? keys : model.keys + keys.prefix(1))
      let value = "\(1000 + step)"
      switch random.below(12) {
      case 0, 1:
        text = "PUT \(key)"
        let body = "{\"name\":\"c\(step)\",\"pay\":\(value)}"
        try expectEqual(served.ask("PUT", "/\(key)", body).status, 200, comment)
        model.put(key, ["name": "c\(step)", "pay": value])
      case 2, 3:
        guard model.row(key) != nil else { continue }
        text = "PATCH \(key)"
        let isGone = random.oneIn(4)
        let body = isGone ? "{\"pay\":null}" : "{\"pay\":\(value)}"
        try expectEqual(served.ask("PATCH", "/\(key)", body).status, 200, comment)
        model.patch(key, "pay", isGone ? nil : value)
      case 4:
        text = "DELETE \(key)"
        try expectEqual(served.ask("DELETE", "/\(key)").status, 200, comment)
        model.remove(key)
      case 5, 6:
        guard model.row(key) != nil else { continue }
        text = "edit @\(key) pay=\(value)"
        try served.run(text)
        model.edit(key, "pay", value)
      case 7:
        if model.row(key) == nil {
          text = "insert 0 id=\(key) name=i\(step)"
          model.insert(key, ["name": "i\(step)"])
        } else {
          text = "delete @\(key)"
          model.delete(key)
        }
        try served.run(text)
      case 8, 9:
        guard !model.done.isEmpty else { continue }
        text = "undo"
        try served.run(text)
        model.undo()
      case 10:
        guard !model.undone.isEmpty else { continue }
        text = "redo"
        try served.run(text)
        model.redo()
      default:
        text = "save"
        try served.run(text)
        let lines = (served.folder.read("people.csv") ?? "").split(separator: "\n").dropFirst()
        expectEqual(lines.map(String.init).sorted(), model.table, comment)
      }
      let now: Comment = "seed \(seed), step \(step): \(text)"
      let tree = FirebaseTree(try FirebaseNode.read(model.json))
      let body = try served.ask().body
      expectEqual(FirebaseTree(try FirebaseNode.read(body)), tree, now)
      guard FirebaseTree(try FirebaseNode.read(body)) == tree else { return }
    }
    try expectEqual(served.ask("PUT", "/last", "{\"pay\":1}").status, 200)
    model.put("last", ["pay": "1"])
    try expectNil(watching.misses(model.json), "seed \(seed)")
    // What a kill leaves is brought back, and undone further as if nothing had been.
    served.terminal.send(signal: SIGKILL)
    _ = try served.terminal.status()
    var count = 0
    var expected = [model.table]
    while !model.done.isEmpty {
      model.undo()
      count += 1
      expected.append(model.table)
    }
    let exporting = "export --overwrite --format csv out"
    let lines =
      ["recover", "\(exporting)0.csv"] + (0..<count).map { "undo; \(exporting)\($0 + 1).csv" }
    let child = try ChildProcess.run(
      home: served.folder,
      ["--quiet", "--keep-going", "people.csv", "-c", lines.joined(separator: "\n")])
    for (number, table) in expected.enumerated() {
      let text = served.folder.read("out\(number).csv") ?? ""
      expectEqual(
        text.split(separator: "\n").dropFirst().map(String.init).sorted(), table,
        "seed \(seed), \(number) undone: \(child.errors)")
    }
  }
}
