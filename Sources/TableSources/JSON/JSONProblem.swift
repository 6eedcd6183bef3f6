/// Why a text is no JSON, or no JSON that holds a table.
enum JSONProblem: Error, Hashable {
  /// What is wrong at a byte.
  case malformed(offset: Int, String, hint: String? = nil)
  /// Two members of one name in an object.
  case duplicateMember(offset: Int, String)
  /// Two sections of one identity.
  case duplicateSection(offset: Int, String)
  /// Stopped by the user.
  case cancelled
}
