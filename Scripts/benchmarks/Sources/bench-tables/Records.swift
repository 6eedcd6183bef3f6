import Foundation

/// Counts the records of a CSV file, so that what was measured is known to have been done.
enum Records {
  /// How many records a file has below its header.
  static func count(in path: String) throws -> Int {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchError.noFile(path)
    }
    var records = 0
    var isQuoted = false
    data.withUnsafeBytes { bytes in
      for byte in bytes {
        if byte == 0x22 { isQuoted.toggle() } else if byte == 0x0A, !isQuoted { records += 1 }
      }
    }
    return records - 1
  }
}
