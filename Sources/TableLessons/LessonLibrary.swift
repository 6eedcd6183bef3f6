import LibC
import TableShell
import TableSources

/// The lessons that can be begun by name: those that come with the program, in courses, and those of
/// a folder that the learner names.
struct LessonLibrary {
  /// A folder of lessons on one subject.
  struct Course {
    let title: String
    let lessons: [Lesson]
  }

  /// The folders with courses: each folder in them is one, and what lies in them is another.
  let roots: [LessonFolder]

  init(_ paths: [String]) { roots = paths.compactMap { try? LessonFolder($0) } }

  /// The folders in which the program looks: those of `TABLESH_LESSONS`, parted by `:`, and those that
  /// came with it: `share/tablesh/lessons` beside the folder of an installed program, and
  /// `Examples/lessons` of the sources that it was built in.
  static func folders(program: String?, environment: (String) -> String?) -> [String] {
    var folders = (environment("TABLESH_LESSONS") ?? "").split(separator: ":").map(String.init)
    guard let program, let real = JournalFolder.resolved(program) else { return folders }
    var parts = real.split(separator: "/").map(String.init).dropLast()
    let prefix = parts.dropLast().joined(separator: "/")
    folders.append("/\(prefix)/share/tablesh/lessons")
    while let last = parts.popLast() {
      if last == ".build" || last.hasPrefix(".build-") {
        folders.append("/" + (parts + ["Examples/lessons"]).joined(separator: "/"))
      }
    }
    return folders.filter { access($0, R_OK | X_OK) == 0 }
  }

  /// All courses, in order; lessons that cannot be read are told of.
  func courses(problem: (CommandError) -> Void) -> [Course] {
    roots.flatMap { root -> [Course] in
      let contents = root.contents
      let inside = contents.folders.compactMap { name -> Course? in
        guard let folder = try? LessonFolder("\(root.path)/\(name)") else { return nil }
        return Self.course(folder, titled: Self.title(of: name), problem: problem)
      }
      let own =
        contents.lessons.isEmpty
        ? nil : Self.course(root, titled: Self.title(of: root.path.lastPathPart), problem: problem)
      return [own].compactMap(\.self) + inside
    }
  }

  private static func course(
    _ folder: LessonFolder, titled title: String, problem: (CommandError) -> Void
  ) -> Course? {
    let lessons = folder.contents.lessons.compactMap { file -> Lesson? in
      do throws(CommandError) { return try LessonReader.read(file, in: folder) } catch {
        problem(error)
        return nil
      }
    }
    return lessons.isEmpty ? nil : Course(title: title, lessons: lessons)
  }

  /// `limits, drags and pans` for `4-limits--drags-and-pans`.
  private static func title(of folder: String) -> String {
    let words = folder.replacing("--", with: ",-").split(separator: "-")
      .drop { $0.allSatisfy(\.isNumber) }
    return words.isEmpty ? folder : words.joined(separator: " ")
  }

  /// The names of the files of all lessons without their extension, which are the lessons' ids.
  var names: [String] {
    roots.flatMap { root in
      let contents = root.contents
      let inside = contents.folders.flatMap {
        (try? LessonFolder("\(root.path)/\($0)"))?.contents.lessons ?? []
      }
      return (contents.lessons + inside).map(\.withoutExtension)
    }
  }

  /// Where there are lessons besides those of the program.
  static let others =
    "lesson FILE.yaml begins one of a file; TABLESH_LESSONS=FOLDER names a folder of them"

  /// That there are none.
  static var noLessons: CommandError {
    .outside(code: "no-lessons", message: "no lessons are installed", hint: others)
  }

  /// The lesson of a name, or of the path of its file.
  ///
  /// - Throws: `noSuchName`; what reading it throws.
  func lesson(named name: String) throws(CommandError) -> Lesson {
    if YAMLDocument.extensions.contains(name.pathExtension) {
      let file = name.lastPathPart
      let folder = String(name.dropLast(file.count))
      return try LessonReader.read(file, in: LessonFolder(folder.isEmpty ? "." : folder))
    }
    for root in roots {
      let inside = root.contents.folders.compactMap { try? LessonFolder("\(root.path)/\($0)") }
      for folder in [root] + inside {
        let file = folder.contents.lessons.first { $0.withoutExtension == name }
        if let file { return try LessonReader.read(file, in: folder) }
      }
    }
    if roots.isEmpty { throw Self.noLessons }
    throw .noSuchName(kind: "lesson", name, names: names)
  }
}
