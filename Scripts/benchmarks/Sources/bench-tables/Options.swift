import Foundation
import Measuring

/// What the command line asks for.
struct Options {
  /// What is done: `data`, `tables`.
  var word: String
  /// How many rows the file has.
  var rows = 1_000_000
  /// How many rows tables have on which single commands are measured.
  var commandRows = [10_000, 100_000, 1_000_000]
  /// How often each program is run.
  var rounds = 5
  /// Where files are made.
  var folder = "/dev/shm/tablesh-bench"
  /// The tasks, by name; empty for all.
  var only: [String] = []
  /// The program that is measured.
  var program = "tablesh"
  /// Whether files of all shapes are measured, or one core beside two.
  var measuresShapes = false
  var measuresCores = false
  /// How tables are written.
  var style = TextTable.Style.plain

  init(_ words: [String]) throws {
    var rest = words[...]
    word = rest.popFirst() ?? ""
    while let option = rest.popFirst() {
      switch option {
      case "--markdown": style = .markdown
      case "--shapes": measuresShapes = true
      case "--cores": measuresCores = true
      case "--rows": rows = try Self.number(option, &rest)
      case "--commands":
        commandRows = try Self.value(option, &rest).split(separator: ",").map {
          guard let rows = Int($0), rows > 0 else {
            throw BenchError.badNumber("\($0)", of: option)
          }
          return rows
        }
      case "--rounds": rounds = try Self.number(option, &rest)
      case "--folder": folder = try Self.value(option, &rest)
      case "--program": program = try Self.value(option, &rest)
      case "--only": only.append(try Self.value(option, &rest))
      default: throw BenchError.unknownOption(option)
      }
    }
    let names =
      measuresShapes ? Shape.all.map(\.name) : Task.all.map(\.name) + ["commands"]
    for name in only where !names.contains(name) {
      throw BenchError.unknownTask(name)
    }
  }

  /// Deletes what a task wrote.
  func clear() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("output") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  /// Whether a task is asked for.
  func includes(_ name: String) -> Bool { only.isEmpty || only.contains(name) }

  private static func value(_ option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw BenchError.missingValue(option) }
    return value
  }

  private static func number(_ option: String, _ rest: inout ArraySlice<String>) throws -> Int {
    let text = try value(option, &rest)
    guard let number = Int(text), number > 0 else { throw BenchError.badNumber(text, of: option) }
    return number
  }
}
