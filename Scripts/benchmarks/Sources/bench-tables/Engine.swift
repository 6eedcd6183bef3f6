import Foundation

/// A program that is measured.
enum Engine: String, CaseIterable {
  case tablesh
  /// `tablesh` that only loads the file.
  case load
  case duckdb
  case miller
  case sqlite3
  /// The library that reads the file, alone, in a loop of C.
  case bare

  /// Returns the path of its program; nil where it is not installed.
  ///
  /// - Parameter tablesh: that of the program that is measured.
  func path(tablesh: String) throws -> String? {
    switch self {
    case .tablesh, .load: tablesh
    case .duckdb: try Self.realDuckDB()
    case .miller: Child.find("mlr")
    case .sqlite3: Child.find("sqlite3")
    case .bare: CommandLine.arguments[0]
    }
  }

  /// Returns the path of DuckDB itself: what a package puts on the path may be a script that takes
  /// longer to start than DuckDB.
  private static func realDuckDB() throws -> String? {
    guard let found = Child.find("duckdb") else { return nil }
    let told = try Child([found, "-c", ".shell readlink /proc/$PPID/exe"], keepsOutput: true)
    let path = told.output.trimmingCharacters(in: .whitespacesAndNewlines)
    return access(path, X_OK) == 0 ? path : found
  }
}
