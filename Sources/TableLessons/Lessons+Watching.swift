import BatchUpdates
import TableShell

// What others see of a lesson, such as a class that follows the session on its pages.

extension Lessons {
  /// Shows the table of a lesson in place of the session's own.
  ///
  /// - Parameter goesBack: whether its table is the one before what was shown last.
  func show(_ room: LessonRoom, of run: LessonRun, goesBack: Bool = false) {
    let shown = ShownSession(room.shell, title: run.lesson.title, goesBack: goesBack)
    for part in shell.parts { part.didShow(shown) }
  }

  /// Shows the session's own table again.
  func showOwn() { for part in shell.parts { part.didShow(nil) } }

  /// Shows what a wrong plan would do, as if the data did what it says, and then the table as it was:
  /// what happens in truth is shown from there, when the learner has the answer.
  ///
  /// - Parameters:
  ///   - text: the answer as typed.
  ///   - judgement: what is said of it.
  func showToOthers(
    _ plan: Stage, as text: String, saying judgement: String, in run: LessonRun
  ) throws(CommandError) {
    guard shell.parts.contains(where: \.isWatched) else { return }
    let tried = try run.room(asking: run.step, console: SilentConsole(shell.console))
    show(tried, of: run)
    defer { show(run.room, of: run, goesBack: true) }
    let end = tried.shell.willRun(text)
    guard !plan.isEmpty else { return end(.done(CommandResult(sentence: judgement))) }
    do throws(CommandError) {
      let batch = try tried.shell.statement("batch \(plan.changesText)")
      var result = try tried.run(batch)
      result.sentence = judgement + "; shown as if the data did what the plan says"
      end(.done(result))
    } catch {
      end(.failed(error))
      guard error.exception != nil else { throw error }
    }
  }
}
