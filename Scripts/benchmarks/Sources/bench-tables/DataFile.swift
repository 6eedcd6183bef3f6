import Foundation
import Measuring

/// A table of so many rows and nine columns, always the same for a number of rows.
///
/// About 90 bytes a row: a whole number that identifies it, a name (some in other scripts), one of
/// forty categories, a price with two decimals, a quantity, a date, a city, a rating that is
/// missing now and then, and a remark that is often quoted, with commas, quotes and line ends.
struct DataFile {
  let rows: Int
  let path: String

  static let columns = [
    "id", "name", "category", "price", "quantity", "date", "city", "rating", "remark",
  ]

  /// Makes a file in a folder unless it is there.
  init(rows: Int, folder: String) throws {
    self.rows = rows
    path = "\(folder)/rows-\(rows).csv"
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let unfinished = path + ".part"
    try Self.write(rows: rows, to: unfinished)
    guard rename(unfinished, path) == 0 else { throw BenchError.noFile(path) }
  }

  /// How many bytes it has.
  var byteCount: Int { Self.size(of: path) }

  /// How many bytes a file has.
  static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
  }

  /// Makes the files that are joined with this one, unless they are there: a label for each
  /// quantity; the stock of each identifier, in no order; every second identifier, in no order.
  func makePartners(in folder: String) throws {
    var generator = SeededGenerator(seed: 5)
    var numbers = Array(1...max(rows, 1))
    for last in numbers.indices.reversed() {
      numbers.swapAt(last, generator.below(last + 1))
    }
    try Self.make("\(folder)/labels.csv", "quantity,label,shelf\n", 0..<1_000) {
      "\($0),label \($0),\($0 * 7 % 13)\n"
    }
    try Self.make("\(folder)/stock.csv", "id,supplier,stock\n", numbers) {
      "\($0),supplier \($0 % 977),\($0 * 31 % 1009)\n"
    }
    try Self.make("\(folder)/odd.csv", "id,nr\n", numbers.filter { $0 % 2 == 1 }) {
      "\($0),\($0)\n"
    }
  }

  private static func make(
    _ path: String, _ header: String, _ numbers: some Sequence<Int>, _ line: (Int) -> String
  ) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let text = header + numbers.lazy.map(line).joined()
    guard let file = fopen(path + ".part", "w"), put(text, file), fclose(file) == 0,
      rename(path + ".part", path) == 0
    else { throw BenchError.noFile(path) }
  }

  private static func write(rows: Int, to path: String) throws {
    guard let file = fopen(path, "w") else { throw BenchError.noFile(path) }
    var generator = SeededGenerator(seed: 4)
    var text = columns.joined(separator: ",") + "\n"
    for row in 1...max(rows, 1) where row <= rows {
      text += cells(row, &generator).map { field($0, ",") }.joined(separator: ",") + "\n"
      if text.utf8.count > 1 << 20 {
        guard put(text, file) else { throw BenchError.noFile(path) }
        text = ""
      }
    }
    guard put(text, file), fclose(file) == 0 else { throw BenchError.noFile(path) }
  }

  /// Writes a text; returns whether it could.
  static func put(_ text: String, _ file: UnsafeMutablePointer<FILE>) -> Bool {
    var text = text
    return text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
  }

  /// A cell as it stands in a file: quoted where it must be.
  static func field(_ cell: String, _ delimiter: Character, isQuoted: Bool = false) -> String {
    guard isQuoted || cell.utf8.contains(where: { [10, 34, delimiter.asciiValue].contains($0) })
    else { return cell }
    return "\"\(cell.replacing("\"", with: "\"\""))\""
  }

  /// The cells of a row, which are numbered from 1.
  static func cells(_ row: Int, _ generator: inout SeededGenerator) -> [String] {
    func one(of words: [String]) -> String { words[generator.below(words.count)] }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let price = generator.below(100_000)
    let month = 1 + generator.below(12)
    let day = 1 + generator.below(28)
    return [
      "\(row)", "\(one(of: givenNames)) \(one(of: familyNames)) \(generator.below(1_000))",
      "cat-\(generator.below(40))", "\(price / 100).\(two(price % 100))",
      "\(generator.below(1_000))",
      "20\(10 + generator.below(16))-\(two(month))-\(two(day))", one(of: cities),
      generator.below(20) > 0 ? "\(generator.below(5)).\(generator.below(10))" : "",
      remark(&generator),
    ]
  }

  private static func remark(_ generator: inout SeededGenerator) -> String {
    func word() -> String { words[generator.below(words.count)] }
    switch generator.below(10) {
    case 0: return "\(word()), \(word()) and \(word()) again"
    case 1: return "he said \"\(word()) \(word())\" twice"
    case 2: return "\(word()) \(word())\n\(word()) on a second line"
    case 3: return ""
    case 4: return "\(word()) — \(word()) ✓ \(word())"
    default: return "\(word()) \(word()) \(word()) \(word())"
    }
  }

  private static let givenNames = [
    "Ann", "Bert", "Carla", "Dmitri", "Élodie", "Færch", "Grace", "Hiroshi", "Ines", "Jürgen",
    "Kenji", "Łukasz", "Mei", "Noor", "Olga", "Pía", "Quentin", "Rosa", "Søren", "Tomás",
  ]
  private static let familyNames = [
    "Andersson", "Brown", "Castillo", "Dubois", "Eriksen", "Fischer", "García", "Hopper", "Ito",
    "Jansen", "Kowalski", "Lovelace", "Müller", "Nakamura", "O'Neill", "Petrov", "Quispe", "王",
    "Şahin", "田中",
  ]
  private static let cities = [
    "Aarhus", "Berlin", "Cádiz", "Dublin", "Essen", "Florence", "Göteborg", "Helsinki",
    "Izmir", "Jakarta", "Kraków", "Lima", "München", "Nantes", "Oslo", "Praha",
  ]
  private static let words = [
    "alpha", "bright", "copper", "delta", "early", "forest", "green", "harbour", "island",
    "jolly", "kettle", "lemon", "mild", "north", "ocean", "paper", "quiet", "river", "stone",
    "tidal", "umbrella", "velvet", "window", "yellow", "zinc",
  ]
}
