/// Why a text is not JSON or YAML, or has no table.
package enum TextProblem: Error, Hashable {
  /// A problem at a byte.
  case malformed(offset: Int, String, hint: String? = nil)
  /// An error of the parser of YAML, with its place.
  case parser(line: Int, column: Int, String)
  /// An object has a member that is no array of rows.
  case nested(offset: Int, member: String)
  /// Something else than an object stands where a row is expected.
  case noRow(offset: Int, isArray: Bool)
  /// An object has two members of the same name.
  case duplicateMember(offset: Int, String)
  /// Two sections have the same identifier.
  case duplicateSection(offset: Int, String)
  /// The user cancelled the read.
  case cancelled
  /// There is not enough memory for the result.
  case source(SourceError)
}

extension TextProblem {
  /// Returns what `body` returns, its error as a problem of the text.
  static func keeping<Result>(
    _ body: @autoclosure () throws(SourceError) -> Result
  ) throws(TextProblem) -> Result {
    do throws(SourceError) { return try body() } catch { throw .source(error) }
  }

  /// The error for it in a file.
  ///
  /// - Parameters:
  ///   - format: the name of the format.
  ///   - hint: what helps with an error of the parser.
  func sourceError(
    _ format: String, _ file: String, in bytes: UnsafeRawBufferPointer,
    hint parserHint: String? = nil
  ) -> SourceError {
    func place(_ offset: Int) -> SourcePlace {
      SourcePlace(file: file, offset: offset, in: bytes)
    }
    return switch self {
    case .malformed(let offset, let problem, let hint):
      .badText(format, place(offset), problem: problem, hint: hint)
    case .parser(let line, let column, let problem):
      .badText(
        format, SourcePlace(file: file, line: line, column: column), problem: problem,
        hint: parserHint)
    case .nested(let offset, let member):
      .badText(
        format, place(offset), problem: "member '\(member)' is not an array of rows", hint: nil)
    case .noRow(let offset, let isArray):
      .badText(
        format, place(offset), problem: "a row must be an object",
        hint: isArray
          ? "rows that are arrays have no column names; make them objects"
          : "a list of values is not a table; a table is an array of objects, such as [{\"id\": 1}]"
      )
    case .duplicateMember(let offset, let name): .duplicateMember(place(offset), name: name)
    case .duplicateSection(let offset, let name): .duplicateSection(place(offset), name: name)
    case .cancelled: .cancelled("reading '\(file)'")
    case .source(let error): error
    }
  }
}
