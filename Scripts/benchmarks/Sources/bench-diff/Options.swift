import Measuring

/// What the command line asks for.
struct Options {
  /// Cases, or cases with ids (`headline/strings`); empty for all.
  var only: [String] = []
  /// Who is measured.
  var engines = Engine.present
  /// Rounds instead of each case's own number.
  var rounds: Int?
  /// Whether memory is measured instead of time.
  var measuresMemory = false
  /// Whether the cases are listed, nothing measured.
  var lists = false
  /// How tables are written.
  var style = TextTable.Style.plain
  /// What a child process measures the memory of: case, ids, engine.
  var child: [String] = []

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(BenchError) {
    var rest = words[...]
    var chosen: [Engine] = []
    while let option = rest.popFirst() {
      switch option {
      case "--memory": measuresMemory = true
      case "--markdown": style = .markdown
      case "--list": lists = true
      case "--only": only.append(try Self.value(of: option, &rest))
      case "--engine":
        let name = try Self.value(of: option, &rest)
        guard let engine = Engine(rawValue: name), Engine.present.contains(engine) else {
          throw .unknownEngine(name)
        }
        chosen.append(engine)
      case "--rounds":
        let text = try Self.value(of: option, &rest)
        guard let number = Int(text), number > 0 else { throw .badNumber(text, of: option) }
        rounds = number
      case "--memory-of":
        for _ in 0..<3 { child.append(try Self.value(of: option, &rest)) }
      default: throw .unknownOption(option)
      }
    }
    if !chosen.isEmpty { engines = Engine.present.filter { chosen.contains($0) } }
    for name in only where !Self.names.contains(name) { throw .unknownCase(name) }
  }

  /// Whether a case with these ids is asked for.
  func includes(_ name: String, _ identities: String) -> Bool {
    only.isEmpty || only.contains(name) || only.contains("\(name)/\(identities)")
  }

  /// All that `--only` takes.
  private static var names: Set<String> {
    var names: Set<String> = [Hostile.name]
    for hostile in Hostile.allCases { names.insert("\(Hostile.name)/\(hostile.rawValue)") }
    for scenario in Scenario.all {
      names.insert(scenario.name)
      for identities in scenario.identities {
        names.insert("\(scenario.name)/\(identities.rawValue)")
      }
    }
    return names
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(BenchError) -> String {
    guard let value = rest.popFirst() else { throw .missingValue(option) }
    return value
  }
}
