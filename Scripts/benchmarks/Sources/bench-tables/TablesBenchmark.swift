import Foundation
import Measuring

/// Makes tables to measure with, and measures `tablesh` beside other programs.
@main
enum TablesBenchmark {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.word == "data" {
        let data = try DataFile(rows: options.rows, folder: options.folder)
        print(data.path)
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

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
