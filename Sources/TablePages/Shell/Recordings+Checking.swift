import TableKit
import TableShell
import Wording

extension Recordings {
  /// Checks a recording, as a page or as JSON: replays every stage, and prints whether all fits.
  ///
  /// - Parameter path: the file; `-` is standard input.
  /// - Returns: `leave` with status 1 when it is not valid.
  func check(_ path: String) -> Outcome {
    do throws(CommandError) {
      let name = path == "-" ? "stdin" : path
      let bytes = try TextFile.readBytes(
        path == "-" ? "/dev/stdin" : path, name: name, limit: RecordingFile.largest,
        progress: shell.progress)
      do throws(RecordingError) {
        let check = try RecordingCheck(
          RecordingFile.read(bytes, name: name, progress: shell.progress))
        shell.emit(
          shell.options.format == .json
            ? json(of: check) : VisibleText.line("\(name): \(check.sentence)") + "\n")
        return .done
      } catch {
        if case .source(let problem) = error { throw .source(problem) }
        let told = CommandError.outside(
          code: error.code, message: "\(name): \(error.message)", hint: error.hint)
        _ = shell.fail(told, of: "record --check \(path)")
        return .leave(status: 1)
      }
    } catch {
      return shell.fail(error, of: "record --check \(path)")
    }
  }

  private func json(of check: RecordingCheck) -> String {
    let reply: JSONValue = [
      "valid": true, "steps": .int(check.steps), "stages": .int(check.stages),
      "rows": .int(check.rows),
    ]
    return reply.safeText + "\n"
  }
}
