import BatchUpdates
import TableKit
import Wording

extension PlanReader {
  /// Reads a STAGE.
  func stage(_ value: JSONValue) throws(SourceError) -> PlanFile.Stage {
    var stage = PlanFile.Stage(operations: Stage(), source: value)
    let known = ["sections", "rows", "animation", "after", "contents"]
    for member in try members(of: value, "a stage", known: known) {
      switch member.name {
      case "sections":
        stage.operations.sections = try changes(member, of: "section") {
          (value, what) throws(SourceError) in try section(value, what)
        }
      case "rows":
        stage.operations.reconfiguresAllRows = Self.reconfiguresAllRows(member.value)
        stage.operations.rows = try changes(member, of: "row") {
          (value, what) throws(SourceError) in try path(value, what)
        }
      case "animation": stage.animations = try animations(member.value)
      case "after": stage.after = try table(member.value)
      default: stage.contents = try contents(member.value)
      }
    }
    return stage
  }

  private static let verbs = ["delete", "insert", "move", "reload", "reconfigure"]

  /// Whether all rows are reconfigured: `"reconfigure":"all"`.
  private static func reconfiguresAllRows(_ rows: JSONValue) -> Bool {
    rows["reconfigure"]?.string == "all"
  }

  /// Reads the operations on sections or on rows.
  private func changes<Index>(
    _ member: JSONValue.Member, of noun: String,
    _ index: (JSONValue, String) throws(SourceError) -> Index
  ) throws(SourceError) -> Changes<Index> {
    var changes = Changes<Index>()
    for list in try members(of: member.value, "'\(shown: member.name)'", known: Self.verbs) {
      if noun == "row", Self.reconfiguresAllRows(member.value), list.name == "reconfigure" {
        continue
      }
      let what = "\(list.name) \(noun)"
      guard let elements = list.value.array else {
        throw problem(
          list.value, "'\(shown: list.name)' must be an array, not \(list.value)",
          hint: "\(list.name) \(noun)s are written \(Self.example(of: list.name, noun))")
      }
      if list.name == "move" {
        for element in elements { changes.moves.append(try move(element, noun, index)) }
        continue
      }
      let indexes = try elements.map { (element) throws(SourceError) in try index(element, what) }
      switch list.name {
      case "delete": changes.deletes = indexes
      case "insert": changes.inserts = indexes
      case "reload": changes.reloads = indexes
      default: changes.reconfigures = indexes
      }
    }
    return changes
  }

  private func move<Index>(
    _ value: JSONValue, _ noun: String, _ index: (JSONValue, String) throws(SourceError) -> Index
  ) throws(SourceError) -> Move<Index> {
    guard let pair = value.array, pair.count == 2 else {
      let found = value.array.map { Counts.of($0.count, "element") } ?? "\(value)"
      throw problem(
        value, "a move must be a pair of where from and where to, not \(found)",
        hint: "moves of \(noun)s are written \(Self.example(of: "move", noun))")
    }
    return Move(from: try index(pair[0], "move \(noun)"), to: try index(pair[1], "move \(noun)"))
  }

  /// Reads the index of a section.
  private func section(_ value: JSONValue, _ what: String) throws(SourceError) -> Int {
    guard case .number(let text) = value.content else {
      throw problem(
        value, "\(what): a section is a number, not \(value)",
        hint: "sections are written [0,2], rows [[0,2]]")
    }
    return try wholeNumber(text, value, what)
  }

  /// Reads the index path of a row.
  private func path(_ value: JSONValue, _ what: String) throws(SourceError) -> RowPath {
    guard let pair = value.array, pair.count == 2 else {
      let found = value.array.map { Counts.of($0.count, "number") } ?? "\(value)"
      throw problem(
        value, "\(what): a row is a pair of section and row, not \(found)",
        hint: "row 2 of section 0 is written [0,2], and a list of rows [[0,2]]")
    }
    let numbers = try pair.map { (number) throws(SourceError) in
      guard case .number(let text) = number.content else {
        throw problem(number, "\(what): an index is a number, not \(number)")
      }
      if isJudged, Int(text) == .max { return Int.max }
      return try wholeNumber(text, number, what)
    }
    return RowPath(numbers[0], numbers[1])
  }

  private func wholeNumber(
    _ text: String, _ value: JSONValue, _ what: String
  ) throws(SourceError) -> Int {
    if text.first == "-" {
      throw problem(
        value, "\(what): index \(text) is negative", hint: "in plans indexes count from 0 upwards")
    }
    guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      throw problem(value, "\(what): index \(text) is not a whole number")
    }
    guard let number = Int(text), number <= Int32.max else {
      throw problem(value, "\(what): index \(text) is larger than any table")
    }
    return number
  }

  private static func example(of verb: String, _ noun: String) -> String {
    switch (verb, noun) {
    case ("move", "section"): "[[1,3]]"
    case ("move", _): "[[[0,2],[1,0]]]"
    case (_, "section"): "[0,2]"
    default: "[[0,1],[0,2]]"
    }
  }

  /// Reads the animations. Moves and reconfigures take none; where one of them says `none`, nothing
  /// is animated.
  private func animations(_ value: JSONValue) throws(SourceError) -> PlanAnimations {
    var animations = PlanAnimations.automatic
    for member in try members(of: value, "'animation'", known: Self.verbs) {
      let name = try text(member)
      guard let animation = RowAnimation(rawValue: name) else {
        let names = RowAnimation.allCases.map(\.rawValue)
        throw problem(
          member.value, "no animation '\(shown: name)'",
          hint: Nearest.hint(for: name, in: names)
            ?? "animations: " + names.joined(separator: ", "))
      }
      if let operation = PlanAnimations.Operation(rawValue: member.name) {
        animations[operation] = animation
      } else if animation == .none {
        animations.isOn = false
      }
    }
    return animations.isOn ? animations : .off
  }

  /// Checks that contents are an object of known lists and objects; their values are read when they
  /// are applied.
  private func contents(_ value: JSONValue) throws(SourceError) -> JSONValue {
    let known = ["inserted", "deleted", "moved", "changed", "sections", "columns", "order"]
    for member in try members(of: value, "'contents'", known: known) {
      if member.name == "order" {
        if ["table", "view"].contains(try text(member)) { continue }
        throw problem(member.value, "'order' must be 'table' or 'view', not \(member.value)")
      }
      if member.name == "sections" || member.name == "columns" {
        guard member.value.members == nil else { continue }
        throw problem(
          member.value, "'\(shown: member.name)' must be an object, not \(member.value)")
      }
      guard member.value.array == nil else { continue }
      throw problem(member.value, "'\(shown: member.name)' must be an array, not \(member.value)")
    }
    return value
  }
}
