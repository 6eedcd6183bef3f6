import CommandLanguage

/// Looks through commands, before they run, for one that writes a table to standard output: `export -`.
///
/// Aliases are followed, those that the commands make as well, and so are the files that `source` runs. Called
/// by the program, which then keeps other replies away from standard output.
public struct TableOutputSearch {
  private let shell: Shell
  private var aliases: [String: String]
  /// The aliases and files that are being looked through.
  private var open: Set<String> = []

  /// - Parameter shell: whose aliases are known at first.
  public init(_ shell: Shell) {
    self.shell = shell
    aliases = shell.aliases
  }

  /// Whether a text contains such a command, where no reply in JSON holds the table.
  public mutating func finds(in text: String) -> Bool {
    guard shell.options.format == .text,
      let statements = try? Script.statements(of: text, compiles: { _, _ in .ok })
    else { return false }
    var isFound = false
    // All of them, as they may make aliases.
    for statement in statements where finds(in: statement) { isFound = true }
    return isFound
  }

  private mutating func finds(in statement: Statement) -> Bool {
    guard let name = statement.words.first else { return false }
    let isRedirected = statement.redirection != .none
    if name.isUnquoted, let body = aliases[name.text], open.insert(name.text).inserted {
      defer { open.remove(name.text) }
      let rest = statement.words.count > 1 ? " " + statement.text(fromWord: 1) : ""
      return !isRedirected && finds(in: body + rest)
    }
    guard let command = shell.registry.find(name.text) else { return false }
    let words = statement.words.dropFirst().drop { $0.unquotedStart.hasPrefix("--") }
    switch command.name {
    case "alias":
      guard words.count > 1, let alias = words.first, let body = words.dropFirst().first else {
        return false
      }
      let isOne = words.count == 2 && statement.lua == nil && body.parts.allSatisfy(\.isQuoted)
      aliases[alias.text] = isOne ? body.text : statement.text(fromWord: words.startIndex + 1)
      return false
    case "source":
      guard let path = words.first?.path, open.insert(path).inserted else { return false }
      defer { open.remove(path) }
      // A pipe can be read only once.
      guard !isRedirected, let text = try? TextFile.read(path, isRegular: true) else {
        return false
      }
      return finds(in: text)
    case "save", "export": return !isRedirected && writesToOutput(statement, command)
    default: return false
    }
  }

  private func writesToOutput(_ statement: Statement, _ command: Command) -> Bool {
    // A line for a table that is not open yet may not match.
    guard let invocation = try? Invocation(shell, command, statement) else {
      return statement.words.contains { $0.is("-") || OutputPath.isStandardOutput($0.path) }
    }
    return invocation.has("-") || (try? invocation.outputPath()) == "-"
  }
}
