/// Rows that are to be saved and that others have changed meanwhile.
struct SQLiteConflicts {
  /// What others did to a row.
  enum Kind: String {
    case changed, deleted, inserted
  }

  /// As many as are listed, each in a few words.
  private(set) var first: [String] = []
  /// How many there are in all.
  private(set) var count = 0
  private var kinds: Set<Kind> = []

  mutating func add(_ kind: Kind, _ key: String) {
    count += 1
    kinds.insert(kind)
    if first.count < 10 { first.append("row '\(key)' \(kind.rawValue)") }
  }

  /// What was done about them, where that was forced.
  var note: SourceNote {
    var text = "saved although others had changed the database: " + first.joined(separator: ", ")
    if count > first.count { text += " and \(count - first.count) more" }
    if kinds.contains(.deleted) {
      text += "; what they had deleted is inserted again as it is here"
    }
    if kinds.contains(.inserted) {
      text += "; what they had inserted under these keys is replaced"
    }
    return SourceNote(.warning, text)
  }
}
