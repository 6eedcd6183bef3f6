/// A session with a file of its own open, without its plans and tables.
struct OpenedFile {
  let folder = TemporaryFolder()
  let session = Session(nil) { $0.isQuiet = true }
  private let name: String

  /// - Parameter options: those of `open`.
  init(_ text: String, name: String = "t.csv", options: String = "") throws {
    self.name = name
    session.run("open \(options) \(try folder.write(text, to: name))")
  }

  /// Runs a line and answers what is printed for it.
  @discardableResult
  func run(_ line: String) -> String { session.run(line) }

  /// What the file holds after a save.
  var saved: String {
    get throws {
      run("save")
      return try folder.read(name)
    }
  }
}
