import Measuring

/// What the command line asks for.
struct Options {
  /// How many rows a table, and lines a text, has.
  var rows = 1_000_000
  /// How often each side does its work.
  var rounds = 7
  /// Where the text that loaders read is made.
  var folder = "/dev/shm/tablesh-bench"
  /// The cases, by name; empty for all.
  var only: [String] = []
  /// How tables are written.
  var style = TextTable.Style.plain

  init(_ words: [String]) throws {
    var rest = words[...]
    while let option = rest.popFirst() {
      switch option {
      case "--markdown": style = .markdown
      case "--rows": rows = try Self.number(option, &rest)
      case "--rounds": rounds = try Self.number(option, &rest)
      case "--folder": folder = try Self.value(option, &rest)
      case "--only": only.append(try Self.value(option, &rest))
      default: throw BenchError.unknownOption(option)
      }
    }
    let names = RuleCase.all.map(\.name) + LoaderCase.all.map(\.name) + SaverReport.names
    for name in only where !names.contains(name) {
      throw BenchError.unknownCase(name, cases: names)
    }
  }

  /// Whether a case is asked for.
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
