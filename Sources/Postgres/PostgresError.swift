import LibC
import Wording

/// Why a server of PostgreSQL cannot be reached, or does not do what it is asked.
public enum PostgresError: Error, Hashable, Sendable {
  /// The library that reaches it is not there, with what the system says of it.
  case noLibrary(String, problem: String)
  /// A text that is no address, with the reason.
  case badAddress(String, problem: String)
  /// No connection, with the reason, and the server's code for it, if it was a server that refused.
  case unreachable(String, problem: String, sqlState: String? = nil)
  /// The server wants a password, and none is known.
  case noPassword(String)
  /// The server refused a statement.
  case refused(PostgresRefusal)
  /// The connection ended.
  case cutOff(String, problem: String)
  /// The user wants to stop.
  case cancelled
}

/// A server's refusal of a statement.
///
/// Source: the manual of PostgreSQL, "Error and Notice Message Fields" and appendix A.
public struct PostgresRefusal: Error, Hashable, Sendable {
  /// The code of five characters: `23505`.
  public var code: String
  /// What is wrong, in one line.
  public var message: String
  /// Details, if any.
  public var detail: String?
  /// What to do about it, if anything.
  public var hint: String?
  /// The constraint that it breaks, if it is one.
  public var constraint: String?
  /// The column that it is about, if any.
  public var column: String?
  /// The function of the server that refuses, which tells apart what has the same code.
  var routine: String?
  /// The table that it is about, if any.
  public var table: String?
  /// The trigger functions in which it was raised, the innermost first, as `to_regprocedure` takes them.
  public var functions: [String] = []
  /// Whether it is about a place in the statement.
  var isOfStatement = false
  /// Where it was raised, if that is not the table that is saved: `trigger 'x' of 'log'`.
  public var place: String?

  /// Creates a refusal.
  public init(
    code: String, message: String, detail: String? = nil, hint: String? = nil,
    constraint: String? = nil, column: String? = nil, routine: String? = nil
  ) {
    self.code = code
    self.message = message
    self.detail = detail
    self.hint = hint
    self.constraint = constraint
    self.column = column
    self.routine = routine
  }

  /// Whether the same transaction may succeed when it is tried again: others were in its way.
  public var isTransient: Bool { code == "40001" || code == "40P01" }

  /// Whether nothing may be written in the session.
  var isReadOnly: Bool { code == "25006" }

  /// The refusal of a server that lets a session only read, before it is asked.
  public static func readOnly(_ reason: String) -> PostgresRefusal {
    PostgresRefusal(code: "25006", message: reason)
  }

  /// Whether the same may be done when something else is done before: another row has the value or is
  /// in the way of it, refers to it, or is not there yet.
  public var mayDependOnOrder: Bool { ["23001", "23503", "23505", "23P01"].contains(code) }

  /// Whether it is about the values of a row: they break a constraint, cannot be read as what they
  /// should be, a policy does not allow them, or a trigger does not like them, which may say so by a
  /// code of its own.
  public var isAboutRow: Bool {
    code == "428C9" || isOfPolicy || isOfValue || !Self.notOfRows.contains { code.hasPrefix($0) }
  }

  /// Whether a policy of row-level security does not allow a row; what rights do not allow has the same
  /// code.
  public var isOfPolicy: Bool { code == "42501" && routine == "ExecWithCheckOptions" }

  /// Whether a type does not take a value, with a code of statements or none: `ltree`, `regclass`, `hstore`.
  private var isOfValue: Bool { !isOfStatement && Self.ofStatementsAndValues.contains(code) }

  /// What is wrong with the syntax or with a name, in a statement or in a value.
  private static let ofStatementsAndValues = [
    "42601", "42602", "42622", "42703", "42704", "42725", "42846", "42883", "42P01", "XX000",
  ]

  /// Finds the functions that a context names: `PL/pgSQL function f() line 3 at RAISE`.
  static func functions(in context: String) -> [String] {
    context.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.contains("PL/") else { return nil }
      if let found = line.firstMatch(of: /((?:"[^"]*"|[\p{L}\p{N}_$.])+)\(\)/) {
        return String(found.1) + "()"
      }
      return line.firstMatch(of: /"[^"]+"/).map { String($0.0) + "()" }
    }
  }

  /// The classes of codes that are about statements, transactions, connections and the server.
  private static let notOfRows = [
    "00", "01", "02", "03", "08", "0A", "0B", "0L", "0P", "25", "26", "28", "2B", "2D", "34", "3B",
    "3D", "3F", "40", "42", "53", "54", "55", "57", "58", "72", "F0", "HV", "XX",
  ]
}

extension PostgresError {
  /// The code that programs can rely on.
  public var code: String {
    switch self {
    case .noLibrary: "no-library"
    case .badAddress: "bad-address"
    case .unreachable, .cutOff: "no-connection"
    case .noPassword: "denied"
    case .refused(let refusal):
      switch refusal.code.prefix(2) {
      case "22", "23", "44": "constraint"
      case "28": "denied"
      case "42": refusal.code == "42501" ? "denied" : "bad-query"
      default: refusal.isReadOnly ? "read-only" : "refused"
      }
    case .cancelled: "cancelled"
    }
  }

  /// The code of five characters that the server gave; nil: it gave none.
  public var sqlState: String? {
    switch self {
    case .refused(let refusal): refusal.code
    case .unreachable(_, _, let code): code
    default: nil
    }
  }

  /// One line that says what is wrong.
  public var message: String {
    switch self {
    case .noLibrary(let name, let problem): "'\(shown: name)' is missing: \(problem)"
    case .badAddress(let address, let problem): "'\(shown: address)' is no address: \(problem)"
    case .unreachable(let address, let problem, _): "cannot reach '\(shown: address)': \(problem)"
    case .noPassword(let address): "'\(shown: address)' wants a password"
    case .refused(let refusal) where refusal.isReadOnly:
      "the server lets this session only read: \(refusal.message)"
    case .refused(let refusal):
      "the server refuses (\(refusal.code)): \(refusal.message)"
        + (refusal.detail.map { "; \($0)" } ?? "") + (refusal.place.map { " (\($0))" } ?? "")
    case .cutOff(let address, let problem):
      "the connection to '\(shown: address)' is lost: \(problem)"
    case .cancelled: "cancelled"
    }
  }

  /// The package that the library is in.
  #if canImport(Darwin)
    private static let package = "libpq"
  #else
    private static let package = "libpq5"
  #endif

  /// One line that says what to do next; nil if there is nothing to say.
  public var hint: String? {
    switch self {
    case .noLibrary: "\(packageInstaller) \(Self.package)"
    case .badAddress: "postgres://USER@HOST/DATABASE#TABLE"
    case .unreachable(let address, let problem, let code):
      Self.hint(for: problem, code, of: address)
    case .noPassword: "it is taken from the address, ~/.pgpass or PGPASSWORD"
    case .refused(let refusal):
      switch refusal.code {
      case _ where refusal.hint != nil: refusal.hint
      case _ where refusal.isTransient: "others were in its way: try again"
      case _ where refusal.isReadOnly:
        "save FILE writes a copy; where writing is meant, start with "
          + "PGOPTIONS='-c default_transaction_read_only=off' tablesh …"
      case "55P03":
        "others hold a lock; PGOPTIONS='-c lock_timeout=5min' tablesh … waits longer"
      case "428C9": "the server alone gives the values of that column: leave it out"
      default: nil
      }
    case .cutOff: "try again; a table connects anew by itself"
    case .cancelled: nil
    }
  }

  private static func hint(for problem: String, _ code: String?, of address: String) -> String {
    if problem.contains("unsupported startup parameter") {
      return "a pooler takes no such options: leave out PGOPTIONS and ?options=; "
        + "ALTER ROLE NAME SET … sets them on the server"
    }
    if code == "53300" { return "try again when others have left, or through a pooler" }
    if code == "57P03" { return "it starts or stops: try again in a moment" }
    if problem.contains("pg_hba.conf") {
      return "its pg_hba.conf lets this role in from elsewhere only"
    }
    if problem.contains("certificate") || problem.contains("does not support SSL")
      || problem.contains("SSL")
    {
      return "beyond this machine certificates are checked: ?sslrootcert=FILE names another root, "
        + "?sslmode=require checks none"
    }
    if problem.contains("password authentication failed") {
      return "the password is taken from the address, ~/.pgpass or PGPASSWORD"
    }
    if problem.contains("does not exist") { return "postgres://USER@HOST/DATABASE#TABLE" }
    return "whether it runs: pg_isready -d '\(address)'"
  }
}
