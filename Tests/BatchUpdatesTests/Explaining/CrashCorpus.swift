import BatchCheck
import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Messages that people pasted into public reports, with what they must be read as.
///
/// The files say how they are written.
struct CrashCorpus {
  struct Entry: Sendable, CustomTestStringConvertible {
    let address: String
    /// The code, `none`, or `move-out-of-deleted` and `move-into-inserted`.
    let code: String
    /// The facts as `name=value`.
    let facts: [String]
    let isLogged: Bool
    /// The code of a second problem in the text.
    let other: String?
    let text: String

    var testDescription: String { "\(address) \(code)" }
  }

  let entries: [Entry]

  /// The messages that the reader was made with, and those it was tried on afterwards.
  static let files = [
    "known.txt", "held.txt", "held-again.txt", "held-third.txt", "held-fourth.txt",
    "held-fifth.txt", "held-sixth.txt", "held-seventh.txt",
  ]

  init(_ name: String) throws {
    let file = try Repository.read("Tests/BatchUpdatesTests/Crashes/\(name)")
    var entries: [Entry] = []
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      guard line.hasPrefix("@ "), let expected = lines.popFirst(), expected.hasPrefix("= ") else {
        try require(line.isEmpty || line.hasPrefix("#"), "\(name): \(line)")
        continue
      }
      let words = expected.dropFirst(2).split(separator: " ").map(String.init)
      let text = lines.prefix { !$0.hasPrefix("@ ") }
      lines = lines[text.endIndex...]
      entries.append(
        Entry(
          address: String(line.dropFirst(2)), code: words[0],
          facts: words.dropFirst().filter { $0 != "logged" && !$0.hasPrefix("also=") },
          isLogged: words.contains("logged"),
          other: words.first { $0.hasPrefix("also=") }.map { String($0.dropFirst(5)) },
          text: text.joined(separator: "\n")))
    }
    self.entries = entries
  }
}

extension CrashMessage {
  /// The code as the corpus writes it.
  var corpusCode: String {
    switch finding {
    case .moveOutOfDeleted: "move-out-of-deleted"
    case .moveIntoInserted: "move-into-inserted"
    default: code ?? "?"
    }
  }

  /// The facts as the corpus writes them.
  var corpusFacts: [String] {
    switch finding {
    case .moveOutOfDeleted(let section?), .moveIntoInserted(let section?): ["section=\(section)"]
    default:
      fields.map { field in
        let value =
          switch field.value {
          case .number(let number): "\(number)"
          case .path(let path): "\(path)"
          case .numbers(let numbers): numbers.map(String.init).joined(separator: ",")
          case .paths(let paths): paths.map { "\($0)" }.joined(separator: ",")
          case .texts(let texts): texts.joined(separator: ",")
          case .text(let text): text
          }
        return "\(field.name)=\(value)"
      }
    }
  }
}

extension CrashCorpus.Entry {
  /// What is wrong with a reading of the message; nil if it is right.
  func fault(of message: CrashMessage?, ignoringCase: Bool = false) -> String? {
    guard let message else { return code == "none" ? nil : "not read" }
    guard message.corpusCode == code else { return "read as \(message.corpusCode)" }
    let told = message.corpusFacts.map { ignoringCase ? $0.lowercased() : $0 }
    let missing = facts.filter { !told.contains(ignoringCase ? $0.lowercased() : $0) }
    guard missing.isEmpty else { return "\(missing) not in \(message.corpusFacts)" }
    return message.isLogged == isLogged ? nil : "logged: \(message.isLogged)"
  }

  /// True if a code is true of a part of the message, and says less.
  func saysLess(_ other: String) -> Bool {
    switch other {
    case "E-UPDATE": text.contains("Animations") || text.contains("_Bug_Detected")
    case "E-INTERNAL": text.contains("internal inconsistency") || text.contains("internal bug")
    case "E-CELL-REUSE": text.contains("or is nil")
    case "E-NO-PATH": code == "E-SCROLL"
    default: false
    }
  }

  /// What is false in a reading of a part of the message, or of the message among noise; nil if
  /// nothing is, be it that not all is read.
  func falsehood(of message: CrashMessage?, whole: CrashMessage?) -> String? {
    guard let message, message.corpusCode != other else { return nil }
    if saysLess(message.corpusCode) { return nil }
    guard message.corpusCode == code else { return "read as \(message.corpusCode)" }
    let known = Set((facts + (whole?.corpusFacts ?? [])).map { $0.lowercased() })
    let wrong = message.corpusFacts.filter { !known.contains($0.lowercased()) }
    return wrong.isEmpty ? nil : "\(wrong) not in \(known.sorted())"
  }
}
