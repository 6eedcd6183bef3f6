extension Plan: CustomStringConvertible {
  /// The plan as the program `tablesh` prints it: a line for each kind of operation.
  ///
  ///     plan  2 stages, 3 operations
  ///       stage 1
  ///         insert section   0
  ///       stage 2
  ///         delete section   1
  ///         move row         2:1 → 0:0
  ///
  /// It lists the first 20 operations of a kind, and counts the others.
  public var description: String {
    switch self {
    case .reloadData(let why): return "plan  reloadData (\(why))"
    case .stages([]): return "no difference"
    case .stages(let stages):
      let lists = stages.map(\.operationLists)
      let width = lists.joined().filter { !$0.items.isEmpty }.map(\.label.utf8.count).max() ?? 0
      let operations = "\(grouped(count)) operation\(count == 1 ? "" : "s")"
      let summary = counted(stages.count, "stage") + ", " + operations
      var lines = ["plan  \(summary)"]
      for (number, lists) in lists.enumerated() {
        if stages.count > 1 { lines.append("  stage \(number + 1)") }
        let indent = stages.count > 1 ? "    " : "  "
        lines += lists.map { indent + $0.line(labelWidth: width) }
      }
      return lines.joined(separator: "\n")
    }
  }
}

/// A count with thousands separators: `2,502`.
private func grouped(_ count: Int) -> String {
  var digits = Array(String(count))
  for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
  return String(digits)
}

extension Stage: CustomStringConvertible {
  /// The operations, a line for each kind, as a ``Plan`` prints them.
  public var description: String {
    let lists = operationLists
    if lists.isEmpty { return "no operation" }
    let width = lists.filter { !$0.items.isEmpty }.map(\.label.utf8.count).max() ?? 0
    return lists.map { $0.line(labelWidth: width) }.joined(separator: "\n")
  }
}

extension Move: CustomStringConvertible {
  /// Source and destination, as in `0:4 → 0:0`.
  public var description: String { "\(from) → \(to)" }
}

/// All operations of one kind in a stage: `delete rows  2:0  2:3`.
package struct OperationList: Hashable, Sendable {
  /// The verb and object: `delete rows`, `move section`.
  package let label: String
  /// The listed operations.
  package let items: [String]
  /// The number of operations not listed.
  package let more: Int

  /// The maximum number of operations of a kind to list; the others are counted.
  package static let mostItems = 20

  fileprivate func line(labelWidth: Int) -> String {
    if items.isEmpty { return label }
    let blanks = String(repeating: " ", count: labelWidth - label.utf8.count + 3)
    let rest = more == 0 ? [] : ["… \(grouped(more)) more"]
    return label + blanks + (items + rest).joined(separator: "  ")
  }
}

extension Stage {
  /// The operations of the stage: by verb, sections before rows.
  package var operationLists: [OperationList] {
    var lists: [OperationList] = []
    func add<Item>(_ verb: String, _ noun: String, _ items: [Item]) {
      if items.isEmpty { return }
      lists.append(
        OperationList(
          label: "\(verb) \(noun)\(items.count == 1 ? "" : "s")",
          items: items.prefix(OperationList.mostItems).map { "\($0)" },
          more: max(0, items.count - OperationList.mostItems)))
    }
    add("delete", "section", sections.deletes)
    add("delete", "row", rows.deletes)
    add("insert", "section", sections.inserts)
    add("insert", "row", rows.inserts)
    add("move", "section", sections.moves)
    add("move", "row", rows.moves)
    add("reload", "section", sections.reloads)
    add("reload", "row", rows.reloads)
    add("reconfigure", "section", sections.reconfigures)
    add("reconfigure", "row", rows.reconfigures)
    if reconfiguresAllRows {
      lists.append(OperationList(label: "reconfigure all rows", items: [], more: 0))
    }
    return lists
  }
}
