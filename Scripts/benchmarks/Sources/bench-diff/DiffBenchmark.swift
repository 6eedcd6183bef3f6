import Foundation
import Measuring

/// Measures the plans of this package beside those of others.
@main
enum DiffBenchmark {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.lists {
        list()
      } else if !options.child.isEmpty {
        try MemoryReport.measureChild(options.child)
      } else if options.measuresMemory {
        try MemoryReport(options).run()
      } else {
        try SpeedReport(options).run()
        try HostileReport(options).run()
      }
    } catch let error as BenchError {
      Progress().clear()
      complain("bench: error: \(error.message)\nhint:  \(error.hint)\n")
      exit(error.status)
    } catch {
      Progress().clear()
      complain("bench: error: \(error)\n")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static func list() {
    var table = TextTable(["case", "ids", "what"], words: 3)
    for scenario in Scenario.all {
      let identities = scenario.identities.map(\.rawValue).joined(separator: " ")
      table.append([scenario.name, identities, scenario.title])
    }
    let kinds = Hostile.allCases.map(\.rawValue).joined(separator: " ")
    table.append([Hostile.name, kinds, "ids that collide in weak hashes, beside random ones"])
    print(table.lines(.plain).joined(separator: "\n"))
  }
}
