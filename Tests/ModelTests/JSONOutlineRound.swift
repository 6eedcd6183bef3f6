import TableKit
import TableSources
import TestSupport

/// A document that is edited, and saved after each step.
struct JSONOutlineRound {
  let sample: JSONOutlineSample
  let origin: FileOrigin
  var editor: Editor
  var states: [JSONOutlineSample] = []
  var log: [String] = []

  init(sample: JSONOutlineSample, origin: FileOrigin, editor: Editor) {
    (self.sample, self.origin, self.editor) = (sample, origin, editor)
    states = [sample]
  }

  var model: JSONOutlineSample {
    get { states[states.count - 1] }
    set { states[states.count - 1] = newValue }
  }

  private var saved: [UInt8] {
    get throws { try origin.bytes(of: editor.table) }
  }

  mutating func run(_ random: inout SeededGenerator, steps: Int) throws {
    do {
      try check(try saved)
      try require(try saved == sample.bytes, "what was read is saved otherwise")
      for _ in 0..<steps {
        let before = try saved
        let bound: Range<Int>?
        do { bound = try step(before, &random) } catch EditError.duplicateKey {
          // Rows of lists alone have keys of their own.
          states.removeLast()
          log.append("refused")
          continue
        }
        let after = try saved
        do {
          try check(after)
          if let bound { try checkRange(before, after, bound) }
          try checkAgain(after)
        } catch { throw Mismatch("\(error)\nbefore: \(shown(before))\nsaved:  \(shown(after))") }
      }
      while states.count > 1 {
        _ = try editor.undo()
        states.removeLast()
        try check(try saved)
      }
      try require(try saved == sample.bytes, "undo does not lead back")
    } catch {
      throw Mismatch("\(error)\ndone: \(log.joined(separator: "\n      "))")
    }
  }

  // MARK: Checks

  /// The text without comments and last commas, blanks in their place, so that offsets stay.
  func plain(_ bytes: [UInt8]) -> [UInt8] {
    var (result, i, comma) = (bytes, 0, -1)
    while i < bytes.count {
      switch bytes[i] {
      case 0x22:
        i += 1
        while bytes[i] != 0x22 { i += bytes[i] == 0x5C ? 2 : 1 }
        comma = -1
      case 0x2F:
        let isLine = bytes[i + 1] == 0x2F
        var end = i + 2
        while isLine ? bytes[end] != 0x0A : !(bytes[end] == 0x2A && bytes[end + 1] == 0x2F) {
          end += 1
        }
        if !isLine { end += 2 }
        for j in i..<end { result[j] = 0x20 }
        i = end - 1
      case 0x2C: comma = i
      case 0x5D, 0x7D:
        if comma >= 0 { result[comma] = 0x20 }
        comma = -1
      case 0x20, 0x0A, 0x0D, 0x09: break
      default: comma = -1
      }
      i += 1
    }
    return result
  }

  private func check(_ bytes: [UInt8]) throws {
    let text = try JSONText(plain(bytes))
    try require(text.values.count == 1, "there is more than one value")
    let all = String(decoding: bytes, as: UTF8.self)
    for comment in model.comments { try require(all.contains(comment), "\(comment) is gone") }
    let members = text.values[0].members
    try require(
      members.map { Array($0.name.utf8) } == model.members.map { Array($0.name.utf8) },
      "members are \(members.map(\.name)), not \(model.members.map(\.name))")
    for (member, (name, node)) in zip(members, model.members) {
      try check(member.value, node, name, text)
    }
  }

  private func check(
    _ value: JSONText.Value, _ node: JSONOutlineSample.Node, _ place: String, _ text: JSONText
  ) throws {
    let raw = String(decoding: text.bytes[value.range], as: UTF8.self)
    switch node.kind {
    case .leaf:
      try require(raw.utf8.elementsEqual(node.raw.utf8), "\(place) is \(raw), not \(node.raw)")
    case .list:
      try require(raw.hasPrefix("["), "\(place) is \(raw)")
      try require(value.elements.count == node.members.count, "\(place) has other rows: \(raw)")
      for (i, (element, row)) in zip(value.elements, node.members).enumerated() {
        try check(element, row.node, "\(place)/\(i)", text)
      }
    case .object:
      try require(raw.hasPrefix("{"), "\(place) is \(raw)")
      let names = value.members.map { Array($0.name.utf8) }
      try require(
        names == wanted(node).map { Array($0.utf8) },
        "\(place) has members \(value.members.map(\.name)), not \(wanted(node))")
      for row in node.members {
        for member in value.members where member.name.utf8.elementsEqual(row.name.utf8) {
          try check(member.value, row.node, place + "/" + row.name, text)
        }
      }
    }
  }

  /// The names of members in their order: those that a row was given stand behind its own, as the
  /// columns do.
  private func wanted(_ node: JSONOutlineSample.Node) -> [String] {
    let names = node.members.map(\.name)
    guard node.row != nil else { return names }
    let columns = editor.table.columns.map(\.name)
    let given = Set(names.dropFirst(node.loaded))
    return names.prefix(node.loaded) + columns.filter(given.contains)
  }

  /// What an edit may touch: all between the elements before and behind it.
  private func checkRange(_ before: [UInt8], _ after: [UInt8], _ bound: Range<Int>) throws {
    let start = before[..<bound.lowerBound], end = before[bound.upperBound...]
    try require(
      after.starts(with: start) && after.reversed().starts(with: end.reversed())
        && after.count >= start.count + end.count,
      "more than bytes \(bound) was changed")
  }

  /// What was saved is read as the same rows.
  private func checkAgain(_ bytes: [UInt8]) throws {
    let again = try LoadedTable(bytes: bytes, name: "t.json")
    try require(try again.origin.bytes(of: again.table) == bytes, "it is saved otherwise again")
  }
}
