import LibC
import TableShell
import TableSources

/// The lesson that `lesson new` writes: a short one that passes `lesson check`, to be changed.
enum LessonTemplate {
  static let table = """
    id,task,day
    bread,Buy bread,Monday
    eggs,Boil eggs,Monday
    rent,Pay the rent,Tuesday
    call,Call Ann,Tuesday

    """

  /// The text of a lesson.
  static func lesson(id: String, table: String) -> String {
    """
    # A lesson: tablesh lesson THIS-FILE begins it, tablesh lesson check FOLDER tries all of it.
    format: 1
    id: \(id)                # the file's name
    title: Deleting a row
    table: \(table)          # beside this file
    section-by: day          # may be left out, and so may key: [id]
    setup: []                # commands before the first step
    steps:
      - say: This is a list of things to do.
      - say: The eggs are boiled.
        # The learner writes the plan of this command before it is run. asks: selection, marks, calls,
        # count or verdict asks for something else.
        predict: delete @eggs
        rules: [D3]          # explain D lists the rules of a letter
        wrong:
          - answer: delete 0:2
            say: Rows are counted from 0.
        hint: [Which index path has the row before it goes?, The first row is 0:0.]
        after: What stands below moves up by itself, and no operation says so.
      - task: Put the rent first among Tuesday's.
        say: Somebody calls Ann, and then it is needed less.
        goal: {table: {Monday: [bread], Tuesday: [call, rent]}}   # or plan, selection, marks, editing, assert
        solution: move @call to 1:0
        wrong:
          - answer: move @rent to 0:0
            say: That is Monday.
        hint: move ROW to PLACE

    """
  }
}

extension Lessons {
  /// Writes a lesson and its table into a folder, which is made unless it is there.
  ///
  /// - Throws: `fileExists`; `file` where nothing can be written.
  func newLesson(in path: String) throws(CommandError) -> CommandResult {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let letters = path.lastPathPart.lowercased().map {
      $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-"
    }
    let name = String(letters).split(separator: "-").joined(separator: "-")
    let stem = name.isEmpty ? "lesson" : name
    let (id, table) = ("\(stem)-1", "\(stem).csv")
    let files = [
      ("\(path)/\(id).yaml", LessonTemplate.lesson(id: id, table: table)),
      ("\(path)/\(table)", LessonTemplate.table),
    ]
    for (file, _) in files {
      _ = try shell.permitted(writing: file)
      if access(file, F_OK) == 0 { throw .fileExists(file) }
    }
    if shell.isDryRun { return CommandResult(sentence: "dry run: nothing is written to \(path)") }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .file(path, reason: String(cString: strerror(errno)))
    }
    for (file, text) in files {
      _ = try sourcing(
        FileOrigin.writeFile(FileTarget(file)) { (write) throws(SourceError) in try write(text) })
    }
    return CommandResult(
      sentence:
        "wrote \(id).yaml and \(table) to \(path): lesson \(files[0].0) begins it, lesson check \(path) tries it"
    )
  }
}
