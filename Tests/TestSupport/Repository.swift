import Glibc

/// Files of the package, found from where the sources were compiled.
public enum Repository {
  /// The folder that holds `Package.swift`.
  public static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// A copy of a folder of the package that a test may change.
  public static func copy(of folder: String) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    _ = try ChildProcess.run("/bin/cp", ["-r", "\(root)/\(folder)/.", copy.path])
    return copy
  }

  /// What a file of the package holds.
  public static func read(_ path: String) throws -> String {
    let child = try ChildProcess.run("/bin/cat", ["\(root)/\(path)"])
    guard child.status == 0 else { throw LaunchError(step: "read \(path)", number: ENOENT) }
    return child.output
  }

  /// Writes a file of the package; only where transcripts are recorded anew.
  public static func write(_ text: String, to path: String) throws {
    let target = "\(root)/\(path)"
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", "cat > \"$0\"", target], input: Array(text.utf8))
    guard child.status == 0 else { throw LaunchError(step: "write \(target)", number: EIO) }
  }

  /// Whether `RECORD_TRANSCRIPTS=1` asks to write what is said now instead of comparing it.
  public static var recordsTranscripts: Bool {
    getenv("RECORD_TRANSCRIPTS").map { String(cString: $0) } == "1"
  }
}
