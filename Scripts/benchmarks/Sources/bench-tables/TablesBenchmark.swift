import Bare
import Foundation
import Measuring

/// Makes tables to measure with, and measures `tablesh` beside other programs.
@main
enum TablesBenchmark {
  static func main() {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.first == "bare", words.count == 2 { exit(bare(words[1])) }
      let options = try Options(words)
      if options.word == "data" {
        let data = try DataFile(rows: options.rows, folder: options.folder)
        print(data.path)
      } else if options.measuresShapes {
        try ShapeReport(options: options).run()
      } else if options.measuresCores {
        try CoreReport(options: options).run()
      } else {
        try ProgramReport(options: options).run()
        try CommandReport(options: options).run()
      }
    } catch let error as BenchError {
      complain("bench: error: \(error.message)\nhint:  \(error.hint)\n")
      exit(error.status)
    } catch {
      complain("bench: error: \(error)\n")
      exit(1)
    }
  }

  /// Reads a file with the library for it alone; returns the exit status.
  private static func bare(_ path: String) -> Int32 {
    let count =
      path.hasSuffix(".yaml") ? bare_events(path) : bare_rows(path, "SELECT * FROM t")
    return count > 0 ? 0 : 1
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
