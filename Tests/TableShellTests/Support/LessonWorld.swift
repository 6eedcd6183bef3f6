import TestSupport

@testable import TableLessons
@testable import TableShell

/// A folder with a lesson in it, and a shell that finds it.
struct LessonWorld {
  let folder = TemporaryFolder()
  let session: Session

  /// A table of five rows in two sections.
  static let table =
    "id,name,team\na,Ann,Dock\nb,Ben,Dock\nc,Cid,Dock\nd,Dee,Office\ne,Eve,Office\n"

  /// - Parameters:
  ///   - steps: the steps of the lesson `try-1`, in YAML.
  ///   - head: more members of it.
  init(
    _ steps: String, head: String = "", configure: (inout ShellOptions) -> Void = { _ in }
  ) throws {
    let state = folder.file("state")
    let lessons = folder.path
    session = Session { options in
      options.environment = { $0 == "XDG_STATE_HOME" ? state : nil }
      configure(&options)
    }
    session.shell.part(Lessons.self)?.folders = [lessons]
    try folder.write(Self.table, to: "staff.csv")
    try write(steps, head: head)
  }

  /// Writes the lesson anew.
  func write(_ steps: String, head: String = "", as id: String = "try-1") throws {
    let lesson = """
      format: 1
      id: \(id)
      title: A try
      table: staff.csv
      section-by: team
      \(head.isEmpty ? "" : head + "\n")steps:

      """
    try folder.write(lesson + steps, to: "\(id).yaml")
  }

  /// Runs a line and returns what is printed for it.
  @discardableResult
  func run(_ line: String) -> String { session.run(line) }

  /// A session that finds the same lessons and the same progress.
  func another() -> Session {
    let (lessons, state) = (folder.path, folder.file("state"))
    let other = Session { options in
      options.environment = { $0 == "XDG_STATE_HOME" ? state : nil }
    }
    other.shell.part(Lessons.self)?.folders = [lessons]
    return other
  }
}
