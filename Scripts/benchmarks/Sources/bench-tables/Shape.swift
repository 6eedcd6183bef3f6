import Foundation
import Measuring

/// A file of about 40 MB whose rows, cells or bytes are of one kind, with which the work of all
/// kinds is compared.
struct Shape: Sendable {
  /// How `--only` calls it.
  let name: String
  let columns: [String]
  /// The column of numbers that is sorted by and edited; the median of its numbers; the column whose
  /// values are counted.
  var number = "quantity", middle = 500, group = "category"
  /// What is behind the name of its file.
  var ending = "csv"
  var delimiter: Character = ","
  var lineEnd = "\n"
  var isQuoted = false
  /// A mark before its text; UTF-16 in place of UTF-8.
  var hasMark = false, isWide = false
  /// Words of the command line.
  var options: [String] = []
  let cells: @Sendable (Int, inout SeededGenerator) -> [String]

  static let all = nine + others

  private static let nine = [
    nine("nine columns"), nine("CRLF") { $0.lineEnd = "\r\n" },
    nine("UTF-16") { ($0.isWide, $0.hasMark) = (true, true) },
    nine("all quoted") { $0.isQuoted = true }, nine("gz") { $0.ending = "csv.gz" },
    nine("mark") { $0.hasMark = true },
    nine("tabs") { ($0.delimiter, $0.ending) = ("\t", "tsv") },
    nine("many sections") { $0.options = ["--section-by", "price"] },
    Shape(name: "sparse", columns: DataFile.columns) { row, generator in
      DataFile.cells(row, &generator).map { generator.below(10) == 0 ? $0 : "" }
    },
    Shape(name: "multi-line cells", columns: DataFile.columns) { row, generator in
      let cells = DataFile.cells(row, &generator)
      return cells.dropLast() + [cells[1...].joined(separator: "\n")]
    },
  ]

  private static let others = [
    Shape(name: "three columns", columns: ["id", "quantity", "category"]) { row, generator in
      ["\(row)", "\(generator.below(1_000))", "cat-\(generator.below(40))"]
    },
    Shape(
      name: "one column", columns: ["quantity"], middle: 500_000_000, group: "quantity"
    ) { _, generator in ["\(generator.below(1_000_000_000))"] },
    Shape(
      name: "1,000 columns", columns: ["id"] + (1..<1_000).map { "c\($0)" }, number: "c1",
      group: "c2"
    ) { row, generator in
      ["\(row)"] + (1..<1_000).map { _ in "\(generator.below(1_000))" }
    },
    Shape(name: "long cells", columns: ["id", "quantity", "category", "remark"]) { row, generator in
      let cells = DataFile.cells(row, &generator)
      let text = Array(repeating: cells[8].replacing("\n", with: " "), count: 100)
      return [cells[0], cells[4], cells[2], text.joined(separator: " ")]
    },
    Shape(name: "few distinct", columns: ["id", "quantity", "category", "city"]) { row, generator in
      ["\(row)"]
        + (0..<3).map { $0 == 0 ? "\(generator.below(2) * 999)" : "word \(generator.below(3))" }
    },
    Shape(
      name: "all distinct", columns: ["id", "quantity", "category", "city"], middle: 500_000_000
    ) { row, generator in
      ["\(row)", "\(generator.below(1_000_000_000))"]
        + (0..<2).map { _ in String(generator.next(), radix: 36) }
    },
  ]

  private static func nine(_ name: String, _ change: (inout Shape) -> Void = { _ in }) -> Shape {
    var shape = Shape(name: name, columns: DataFile.columns, cells: { DataFile.cells($0, &$1) })
    change(&shape)
    return shape
  }

  /// Writes its file; returns the number of bytes as UTF-8, not compressed.
  func write(to path: String, bytes: Int) throws -> Int {
    let plain = ending.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    guard let file = fopen(plain, "w") else { throw BenchError.noFile(path) }
    var generator = SeededGenerator(seed: 6)
    var (count, row, text) = (0, 0, hasMark ? "\u{FEFF}" : "")
    append(columns, to: &text)
    while true {
      if text.utf8.count > 1 << 20 || count + text.utf8.count >= bytes {
        count += text.utf8.count
        let isWritten =
          isWide
          ? Array(text.utf16).withUnsafeBytes {
            fwrite($0.baseAddress, 1, $0.count, file) == $0.count
          }
          : DataFile.put(text, file)
        guard isWritten else { throw BenchError.noFile(plain) }
        text = ""
        if count >= bytes { break }
      }
      row += 1
      append(cells(row, &generator), to: &text)
    }
    guard fclose(file) == 0 else { throw BenchError.noFile(plain) }
    if plain != path { _ = try Child(["gzip", "-f", plain]) }
    return count
  }

  private func append(_ cells: [String], to text: inout String) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { text.append(delimiter) }
      text += DataFile.field(cell, delimiter, isQuoted: isQuoted)
    }
    text += lineEnd
  }
}
