import TableKit
import Wording

/// Reads plans in JSON: a STAGE, `{"stages":[STAGE,…]}` or `{"reloadData":true,"why":"…"}` as in
/// INTERFACES section 3.
///
/// Anything that is no plan is an error with its place; nothing is ignored.
public struct PlanReader {
  let file: String
  let isJudged: Bool

  /// Reads a file.
  ///
  /// - Throws: `noSuchFile`, `cannotRead`, and what `read(bytes:name:)` throws.
  public static func read(
    path: String, progress: Progress = .none
  ) throws(SourceError) -> PlanFile {
    let (buffer, _) = try InputFile.read(path: path, progress: progress)
    return try read(buffer, name: path)
  }

  /// Reads an open descriptor to its end; 0 is standard input.
  ///
  /// - Throws: `cannotRead`, and what `read(bytes:name:)` throws.
  public static func read(
    descriptor: Int32, name: String, progress: Progress = .none
  ) throws(SourceError) -> PlanFile {
    let buffer = try InputFile.read(
      descriptor: descriptor, name: name, expected: 0, progress: progress)
    return try read(buffer, name: name)
  }

  /// Reads bytes that are in memory.
  ///
  /// - Parameters:
  ///   - name: the name for messages.
  ///   - isJudged: whether an index path may hold `NSNotFound`, which no table has, for a judge to say
  ///     what UIKit does.
  /// - Throws: `invalidUTF8`, `badText` and `duplicateMember` for invalid JSON, `badPlan` for JSON
  ///   that is no plan, `outOfMemory`.
  /// - Complexity: O(bytes).
  public static func read(
    bytes: [UInt8], name: String, isJudged: Bool = false
  ) throws(SourceError) -> PlanFile {
    try read(try ByteBuffer(bytes), name: name, isJudged: isJudged)
  }

  private static func read(
    _ buffer: ByteBuffer, name: String, isJudged: Bool = false
  ) throws(SourceError) -> PlanFile {
    let root = try JSONTree.read(buffer, file: name)
    let reader = PlanReader(file: name, isJudged: isJudged)
    return PlanFile(file: name, content: try reader.plan(root))
  }

  private func plan(_ root: JSONValue) throws(SourceError) -> PlanFile.Content {
    guard root.members != nil else {
      throw problem(
        root, "a plan must be an object, not \(root)",
        hint: "a plan is {\"stages\":[…]}, or one stage such as {\"rows\":{\"delete\":[[0,1]]}}")
    }
    if root["reloadData"] != nil { return .reloadData(why: try why(root)) }
    guard let list = root["stages"] else {
      try refuseReply(root)
      return .stages([try stage(root)])
    }
    _ = try members(of: root, "a plan of stages", known: ["stages"])
    guard let elements = list.array else {
      throw problem(list, "'stages' must be an array of stages, not \(list)")
    }
    return .stages(try elements.map { (element) throws(SourceError) in try stage(element) })
  }

  /// Refuses a reply of the shell, in which the plan is a member.
  private func refuseReply(_ root: JSONValue) throws(SourceError) {
    guard root["command"] != nil || root["plan"] != nil else { return }
    throw problem(
      root, "this is a reply that contains a plan, not a plan",
      hint: "the value of its member 'plan' is the plan")
  }

  private func why(_ root: JSONValue) throws(SourceError) -> String {
    var why = ""
    for member in try members(of: root, "a plan that reloads", known: ["reloadData", "why"]) {
      if member.name == "why" {
        why = try text(member)
      } else if member.value.content != .bool(true) {
        throw problem(member.value, "'reloadData' must be true, not \(member.value)")
      }
    }
    return why
  }
}

// Helpers for all parts of a plan.
extension PlanReader {
  /// Returns the error that a value is invalid in a plan.
  func problem(_ value: JSONValue, _ text: String, hint: String? = nil) -> SourceError {
    .badPlan(value.place(in: file), problem: text, hint: hint)
  }

  /// Returns the members of an object; refuses unknown ones.
  ///
  /// - Parameter what: the object in messages: `a stage`, `'rows'`.
  func members(
    of value: JSONValue, _ what: String, known: [String]
  ) throws(SourceError) -> [JSONValue.Member] {
    guard let members = value.members else {
      throw problem(value, "\(what) must be an object, not \(value)")
    }
    for member in members where !known.contains(member.name) {
      let list = known.map { "'\(shown: $0)'" }
      throw .badPlan(
        member.place(in: file), problem: "\(what) has no member '\(shown: member.name)'",
        hint: Nearest.hint(for: member.name, in: known) ?? "members: " + Counts.list(list))
    }
    return members
  }

  /// Returns the text of a member.
  func text(_ member: JSONValue.Member) throws(SourceError) -> String {
    guard let text = member.value.string else {
      throw problem(member.value, "'\(shown: member.name)' must be text, not \(member.value)")
    }
    return text
  }
}
