import Measuring
import TableKit

/// The table that rules run over, always the same for a number of rows.
///
/// Numbers without and with a fraction, a city of sixteen and a category of forty, a name that
/// hardly two rows share, and a remark that is longer than the texts that Lua keeps only once.
struct SampleTable {
  /// How rows are given to Lua: names and cells.
  static let columns = ["id", "age", "pay", "city", "category", "name", "remark"]

  /// The table.
  let table: Table
  /// Its records, cells between tabs.
  private let bytes: [UInt8]

  init(rows: Int) {
    var generator = SeededGenerator(seed: 6)
    var bytes: [UInt8] = []
    var starts: [UInt32] = [0]
    var ends: [UInt32] = []
    for row in 1...max(rows, 1) {
      for cell in Self.record(row, &generator) {
        bytes += cell.utf8
        ends.append(UInt32(bytes.count))
        bytes.append(0x09)
      }
      bytes[bytes.count - 1] = 0x0A
      starts.append(UInt32(bytes.count))
    }
    self.bytes = bytes
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 16)
    bytes.withUnsafeBytes { from in
      if let base = from.baseAddress { buffer.copyMemory(from: base, byteCount: from.count) }
    }
    let chunk = Chunk(
      syntax: .delimited(by: 0x09), fields: Self.columns.indices.map { ColumnID($0) },
      taking: buffer, count: bytes.count, starts: starts, ends: ends)
    table = Table(
      columns: Self.columns, chunk: chunk,
      sections: [Table.SectionRecords(name: "rows", count: starts.count - 1)])
  }

  /// Makes the rows ready in plain Lua, as the global `rows = { {id=1, age=41, …}, … }`.
  func give(to lua: PlainState) throws {
    lua.set("text", bytes)
    try lua.run(
      #"""
      rows = {}
      for id, age, pay, city, category, name, remark in text:gmatch(
        "([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\n]*)\n") do
        rows[#rows + 1] = { id = math.tointeger(id), age = math.tointeger(age),
          pay = tonumber(pay), city = city, category = category, name = name, remark = remark }
      end
      text = nil
      """#)
    lua.collect()
  }

  private static func record(_ row: Int, _ generator: inout SeededGenerator) -> [String] {
    func one(of words: [String]) -> String { words[generator.below(words.count)] }
    let cents = generator.below(100)
    return [
      "\(row)", "\(18 + generator.below(70))",
      "\(generator.below(1000)).\(cents < 10 ? "0" : "")\(cents)", one(of: cities),
      "cat-\(generator.below(40))",
      "\(one(of: names)) \(one(of: names)) \(generator.below(100_000))",
      "\(one(of: names)) wrote on page \(generator.below(100_000)) of what \(one(of: names)) kept",
    ]
  }

  private static let cities = [
    "Aarhus", "Berlin", "Cadiz", "Dublin", "Essen", "Florence", "Göteborg", "Helsinki",
    "Izmir", "Jakarta", "Kraków", "Lima", "München", "Nantes", "Oslo", "Praha",
  ]
  private static let names = [
    "Ann", "Bert", "Carla", "Dmitri", "Elodie", "Grace", "Hiroshi", "Ines", "Jürgen", "Kenji",
    "Mei", "Noor", "Olga", "Quentin", "Rosa", "Søren", "Tomás", "Hopper", "Nakamura", "Petrov",
  ]
}
