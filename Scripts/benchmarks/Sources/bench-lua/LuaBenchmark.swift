import Foundation
import Measuring

/// Measures rules, loaders and savers in Lua beside plain Lua.
@main
enum LuaBenchmark {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      try RuleReport(options: options).run()
      try LoaderReport(options: options).run()
      try SaverReport(options: options).run()
    } catch let error as BenchError {
      Measuring.Progress().clear()
      complain("bench: error: \(error.message)\nhint:  \(error.hint)\n")
      exit(error.status)
    } catch {
      Measuring.Progress().clear()
      complain("bench: error: \(error)\n")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
