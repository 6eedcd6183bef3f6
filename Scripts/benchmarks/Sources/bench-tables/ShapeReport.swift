import Foundation
import Measuring

/// Times the main tasks on files of all shapes, and marks what takes more than twice as long for a
/// byte as on the shape in the middle.
struct ShapeReport {
  let options: Options

  private static let bytes = 40_000_000

  /// The tasks, and the lines of each.
  static let tasks: [(name: String, lines: @Sendable (Shape, String) -> [String])] = [
    ("load", { _, _ in [] }),
    ("cell", { ["edit 0:0 \($0.number)=7777", "save --overwrite \($1)"] }),
    ("sort", { shape, _ in ["sort by \(shape.number)"] }),
    (
      "edit", { shape, _ in ["edit where \(shape.number) > \(shape.middle) set \(shape.number)=7"] }
    ),
    ("delete", { shape, _ in ["delete where \(shape.number) > \(shape.middle)"] }),
    (
      "query",
      { shape, _ in
        let table = shape.ending.split(separator: ".").count > 1 ? "shape.csv" : "shape"
        return ["query \"SELECT \(shape.group), count(*) FROM '\(table)' GROUP BY \(shape.group)\""]
      }
    ),
    ("describe", { _, _ in ["describe"] }), ("find", { _, _ in ["find harbour"] }),
    ("export", { _, output in ["export --overwrite \(output).json"] }),
  ]

  private struct Row {
    let shape: String
    let task: String
    let wall: Double
    let processor: Double
    let peak: Int
    let bytes: Int
    var speed: Double { processor / Double(bytes) }
  }

  func run() throws {
    let shapes = Shape.all.filter { options.includes($0.name) }
    let progress = Progress()
    var rows: [Row] = []
    for shape in shapes {
      let (file, output) = ("\(options.folder)/shape.\(shape.ending)", "\(options.folder)/output")
      try FileManager.default.createDirectory(
        atPath: options.folder, withIntermediateDirectories: true)
      defer { unlink(file) }
      progress.say(shape.name)
      let bytes = try shape.write(to: file, bytes: Self.bytes)
      // A file that was written a moment ago is read with more care.
      Thread.sleep(forTimeInterval: 4)
      for task in Self.tasks {
        progress.say("\(shape.name), \(task.name)")
        let lines = task.lines(shape, "\(output).\(shape.ending)") + ["quit!"]
        let words = [options.program, "--quiet", "--no-init"] + shape.options
        let children = try (0..<options.rounds).map { _ in
          try options.clear()
          return try Child(words + lines.flatMap { ["-c", $0] } + [file])
        }
        rows.append(
          Row(
            shape: shape.name, task: task.name, wall: Samples(children.map(\.wall)).median,
            processor: Samples(children.map(\.processor)).median,
            peak: children.map(\.peak).max() ?? 0, bytes: bytes))
      }
      try options.clear()
    }
    progress.clear()
    show(rows)
  }

  private func show(_ rows: [Row]) {
    var table = TextTable(
      ["shape", "task", "time", "processor", "memory", "× text", "× the middle", ""], words: 2)
    for row in rows {
      let speeds = rows.filter { $0.task == row.task }.map(\.speed).sorted()
      let times = row.speed / speeds[speeds.count / 2]
      table.append([
        row.task == Self.tasks[0].name ? row.shape : "", row.task, Wording.time(row.wall),
        Wording.time(row.processor), Wording.bytes(row.peak),
        String(format: "%.2f", Double(row.peak) / Double(row.bytes)),
        String(format: "%.1f", times), times > 2 ? "out of line" : "",
      ])
    }
    print(
      "files of \(Wording.bytes(Self.bytes)), in \(options.folder); median of \(options.rounds) rounds;"
        + " × the middle: time of the processor for a byte, beside the shape in the middle\n")
    print(table.lines(options.style).joined(separator: "\n"))
  }
}
