import Foundation

/// The file that a task reads, made from the CSV file by `tablesh` unless it is there.
enum Input {
  case csv
  /// `{"columns": …, "sections": …}`.
  case table
  case ndjson
  case database
  /// A tenth of the rows.
  case yaml
  /// A tenth of the rows.
  case tenth

  /// Returns its path.
  func path(_ options: Options) throws -> String {
    switch self {
    case .csv: try DataFile(rows: options.rows, folder: options.folder).path
    case .tenth: try DataFile(rows: max(1, options.rows / 10), folder: options.folder).path
    case .table: try exported(options, from: .csv, to: "json")
    case .ndjson: try exported(options, from: .csv, to: "ndjson")
    case .database: try exported(options, from: .csv, to: "db")
    case .yaml: try exported(options, from: .tenth, to: "yaml")
    }
  }

  private func exported(
    _ options: Options, from source: Input, to fileExtension: String
  ) throws -> String {
    let source = try source.path(options)
    let path = String(source.dropLast(3)) + fileExtension
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    let target = fileExtension == "db" ? path + "#t" : path
    _ = try Child([options.program, "--quiet", "-c", "export \(target)", "-c", "quit!", source])
    return path
  }
}
