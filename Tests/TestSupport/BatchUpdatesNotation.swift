import BatchUpdates

/// Reads a table as the specification writes it: `A(abc) B(de)`.
///
/// A letter is a row, its lower case the identity; an upper case letter is the same row with
/// another content, so `A(abc)` → `A(aBc)` changes b. `A*` is section A with another header.
/// Rows alone, `abcd`, are one section.
package func outline(_ text: String) -> Outline {
  let sections = text.contains("(") ? text.split(separator: " ").map(String.init) : ["A(\(text))"]
  return Outline(
    sections.map { section in
      let parts = section.split(separator: "(", omittingEmptySubsequences: false)
      let name = parts[0].unicodeScalars
      return Outline.Section(
        id: Int(name.first?.value ?? 0), content: name.last == "*" ? 1 : 0,
        rows: parts[1].unicodeScalars.filter { $0 != ")" }.map { letter in
          let lower = letter.value | 0x20
          return Outline.Row(id: Int(lower), content: letter.value == lower ? 0 : 1)
        })
    })
}

/// Writes a table as `outline(_:)` reads it.
package func text(_ outline: Outline) -> String {
  func letter(_ id: Int, _ content: Int) -> String {
    let base = UnicodeScalar(UInt8(truncatingIfNeeded: content == 0 ? id : id & ~0x20))
    return String(Character(base))
  }
  return outline.sections.map { section in
    let rows = section.rows.map { letter($0.id, $0.content) }.joined()
    let name = String(Character(UnicodeScalar(UInt8(truncatingIfNeeded: section.id))))
    return "\(name)\(section.content == 0 ? "" : "*")(\(rows))"
  }.joined(separator: " ")
}

/// Reads a stage: `del 0:1 ins 0:3 mov 0>1 rel 2 rec 0:0`; paths are rows, numbers are sections.
public func stage(_ text: String) -> Stage {
  var stage = Stage()
  var verb = ""
  for word in text.split(separator: " ") {
    if word.first?.isLetter == true {
      verb = String(word)
      continue
    }
    let places = word.split(separator: ">").map(place)
    switch places[0] {
    case .section(let section):
      var to = section
      if case .section(let index)? = places.last { to = index }
      add(verb, section, to, &stage.sections)
    case .row(let path):
      var to = path
      if case .row(let end)? = places.last { to = end }
      add(verb, path, to, &stage.rows)
    }
  }
  return stage
}

private func place(_ word: Substring) -> SectionOrRow {
  let numbers = word.split(separator: ":").map { Int($0) ?? -1 }
  return numbers.count == 1 ? .section(numbers[0]) : .row(RowPath(numbers[0], numbers[1]))
}

private func add<Index>(_ verb: String, _ from: Index, _ to: Index, _ changes: inout Changes<Index>)
{
  switch verb {
  case "del": changes.deletes.append(from)
  case "ins": changes.inserts.append(from)
  case "mov": changes.moves.append(Move(from: from, to: to))
  case "rel": changes.reloads.append(from)
  case "rec": changes.reconfigures.append(from)
  default: preconditionFailure("no verb '\(verb)'")
  }
}

/// Writes a plan as `stage(_:)` reads its stages, ` | ` between them.
public func text(_ plan: Plan) -> String {
  if case .reloadData = plan { return "reloadData" }
  return plan.stages.map { (words($0.sections) + words($0.rows)).joined(separator: " ") }
    .joined(separator: " | ")
}

private func words<Index>(_ changes: Changes<Index>) -> [String] {
  func list(_ verb: String, _ words: [String]) -> [String] { words.isEmpty ? [] : [verb] + words }
  return list("del", changes.deletes.map { "\($0)" })
    + list("ins", changes.inserts.map { "\($0)" })
    + list("mov", changes.moves.map { "\($0.from)>\($0.to)" })
    + list("rel", changes.reloads.map { "\($0)" })
    + list("rec", changes.reconfigures.map { "\($0)" })
}
