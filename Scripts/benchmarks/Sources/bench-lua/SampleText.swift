import Foundation
import Measuring

/// The text that loaders read: five cells a line, always the same for a number of lines.
struct SampleText {
  let path: String
  let byteCount: Int

  init(lines: Int, folder: String) throws {
    path = "\(folder)/lines-\(lines).txt"
    var generator = SeededGenerator(seed: 8)
    var text = ""
    for line in 1...max(lines, 1) {
      let cents = generator.below(100)
      text += "\(line),\(18 + generator.below(70)),"
      text += "\(generator.below(1000)).\(cents < 10 ? "0" : "")\(cents),"
      text += "\(Self.cities[generator.below(Self.cities.count)]),"
      text += "person \(generator.below(1_000_000))\n"
    }
    byteCount = text.utf8.count
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw BenchError.noFile(path)
    }
  }

  /// The text as it stands in the file.
  func bytes() throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BenchError.noFile(path)
    }
    return Array(data)
  }

  private static let cities = ["Aarhus", "Berlin", "Cadiz", "Dublin", "Göteborg", "Oslo", "Praha"]
}
