import HTTP
import TableSources
import Wording

/// Why a tree or what it needs cannot be read or written.
public indirect enum FirebaseError: Error, Hashable, Sendable {
  /// A key that a tree does not take.
  case badKey(String)
  /// A text that is not JSON.
  case badJSON(String)
  /// Two members of an object, or two paths of a patch, that are the same or one below the other.
  case overlap(String, String)
  /// A row, by its place, that a tree cannot hold.
  case badRow(String, FirebaseError)
  /// A row whose path was made one of another section than that which it is in.
  case otherSection(path: String, section: String)
  /// A row with a cell in the column of values, which is named, and one in that of a member, with
  /// the text of that cell.
  case hasValueAndMembers(String, String, text: String)
  /// An event that does not hold what its type wants.
  case badEvent(String)
  /// A section that a loader declares wrongly, and how.
  case badLayout(String, FirebaseError)
  /// A single value, at a path, where a section takes the children of an object or array.
  case notAList(String, section: String)
  /// What is wanted of a tree and a loader does not declare, and what it declares in its place.
  case notDeclared(String, known: [String])
  /// Rows or members where the tree is a single value.
  case rootIsValue
  /// A `.sv` that stands for no value.
  case badServerValue
  /// Rows that have hardly any member in common, so that nearly all cells would be empty.
  case tooSparse(rows: Int, members: Int)
  /// A token that cannot be read from a file or written to one.
  case noToken(String, problem: String)
  /// The server takes no token that is known.
  case badToken(String)
  /// The server cannot be reached, or refuses.
  case unreachable(String)
  /// Reading is not allowed.
  case denied(String)
  /// A request that failed.
  case http(HTTPError)
  /// The user wants to stop.
  case cancelled
  /// A table that cannot be made.
  case source(SourceError)
}

extension FirebaseError: TextedError {
  package var text: ErrorText {
    switch self {
    case .badKey(let key):
      ErrorText(
        "bad-key", "'\(shown: key)' cannot be a key of a Realtime Database",
        "a key is not empty, has at most 768 bytes, and none of . $ # [ ] / in it")
    case .badJSON(let problem): ErrorText("bad-json", "not JSON: \(problem)")
    case .overlap(let a, let b):
      ErrorText(
        "overlap",
        a == b ? "'\(shown: a)' appears twice" : "'\(shown: a)' and '\(shown: b)' overlap")
    case .badRow(let row, let error):
      ErrorText(error.code, "row '\(shown: row)': \(error.message)", error.hint(ofRow: row))
    case .otherSection(_, let section):
      ErrorText(
        "bad-key",
        "its path belongs to another section than '\(shown: section)', in which the row is",
        "undo, and move the row into that section instead: its path follows")
    case .hasValueAndMembers(let value, let member, _):
      ErrorText(
        "overlap",
        "it has a value, in column '\(shown: value)', and a member '\(shown: member)': a tree can hold only one of them"
      )
    case .badEvent(let name):
      ErrorText("bad-json", "an event '\(shown: name)' without path and data")
    case .badLayout(let section, let error):
      ErrorText(
        "bad-declaration", "the loader's section '\(shown: section)': \(error.message)",
        "each part of the tree is in one section, under a name without . $ # [ ] /")
    case .notAList(let path, let section):
      ErrorText(
        "no-table",
        "'\(shown: path)' is a single value, and section '\(shown: section)' takes a list",
        "--loader firebase shows the tree as it is")
    case .notDeclared(let what, let known):
      ErrorText(
        "no-section",
        "the loader declares \(what)"
          + (known.isEmpty
            ? "" : ": it has " + Counts.list(known.map { "'\(shown: $0)'" }, last: "and")),
        "undo; or change its sections, and open the tree again")
    case .rootIsValue:
      ErrorText(
        "overlap", "the tree is a single value, with no other rows or members",
        "undo, or delete @'$value', save, and insert rows then")
    case .badServerValue:
      ErrorText(
        "bad-json", "'.sv' must be \"timestamp\" or {\"increment\": NUMBER}, without others")
    case .tooSparse(let rows, let members):
      ErrorText(
        "no-table",
        "\(rows) rows with \(members) different members share hardly any",
        "open a path below it, whose rows are alike")
    case .noToken(let path, let problem): ErrorText("no-token", "no token in '\(path)': \(problem)")
    case .badToken(let why):
      ErrorText(
        "denied", why,
        "name its token in the address: open 'firebase://…?auth=TOKEN', then reload; or by "
          + "--token-command, FIREBASE_TOKEN_FILE or FIREBASE_TOKEN")
    case .unreachable(let why):
      ErrorText("no-connection", why, "check the address, and whether the server runs")
    case .denied(let why):
      ErrorText(
        "denied", why,
        "a token is taken from --token-command, FIREBASE_TOKEN_FILE or FIREBASE_TOKEN; its rules must "
          + "let it read there")
    case .http(let error): ErrorText(error.code, error.message, error.hint)
    case .cancelled: ErrorText("cancelled", "cancelled")
    case .source(let error): ErrorText(error.code, error.message, error.hint)
    }
  }

  /// The hint for a row that has the error.
  private func hint(ofRow row: String) -> String? {
    guard case .hasValueAndMembers(let value, let member, let text) = self else { return hint }
    // A member of the same name was meant to be the value.
    return value == "$\(member)"
      ? "undo, then edit @\(ShellWord.quoted(row)) '\(value)'=\(ShellWord.quoted(text))"
      : "undo; '\(value)' is for rows without members"
  }
}
