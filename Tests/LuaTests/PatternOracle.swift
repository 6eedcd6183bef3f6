/// A matcher for patterns of single-character items that does nothing but what the manual says.
struct PatternOracle {
  struct Item {
    var set: [String]
    var repeats: String
  }
  var items: [Item]
  var subject: [Character]

  /// The pattern as Lua reads it.
  var text: String {
    items.map { ($0.set.count == 1 ? $0.set[0] : "[" + $0.set.joined() + "]") + $0.repeats }
      .joined()
  }

  func find() -> Range<Int>? {
    for start in 0...subject.count {
      if let end = match(0, start) { return start..<end }
    }
    return nil
  }

  private func match(_ item: Int, _ position: Int) -> Int? {
    guard item < items.count else { return position }
    let set = items[item].set
    let run = subject[position...].prefix { set.contains(String($0)) }.count
    let counts: [Int]
    switch items[item].repeats {
    case "*": counts = (0...run).reversed()
    case "+": counts = run == 0 ? [] : (1...run).reversed()
    case "-": counts = Array(0...run)
    case "?": counts = run == 0 ? [0] : [1, 0]
    default: counts = run == 0 ? [] : [1]
    }
    for count in counts {
      if let end = match(item + 1, position + count) { return end }
    }
    return nil
  }
}
