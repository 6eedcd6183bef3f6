import BatchUpdates
import TableKit
import TablePrinters
import TableSources
import Wording

extension Shell {
  /// Checks a hand-written plan by UIKit's rules, and prints a report (INTERFACES, section 3).
  /// Nothing is written.
  ///
  /// - Parameters: the sources before and after, and the plan; `-` is standard input.
  /// - Returns: `leave` with status 1 when the plan is illegal or leaves something stale.
  public func check(old: String, plan path: String, new: String) -> Outcome {
    do throws(CommandError) {
      let plan = try readPlan(path)
      let comparison = try compare(old, new)
      let report = try report(on: plan, comparison)
      var text = ""
      if options.format == .json {
        JSONCheckPrinter().print(report, to: &text)
      } else {
        TextCheckPrinter(style: style, width: terminalWidth).print(report, to: &text)
      }
      emit(text)
      return report.isExact ? .done : .leave(status: 1)
    } catch {
      return fail(error, of: "check \(old) \(path) \(new)")
    }
  }

  /// The printed forms of `NSNotFound`, by width and sign of the integer.
  private static let notFound = ["9223372036854775807", "18446744073709551615", "4294967295"]

  /// Explains an exception message of UIKit found in a text.
  ///
  /// - Parameter path: the file with the text; `-` is standard input.
  /// - Returns: `leave` with status 1 when there is one.
  public func checkException(_ path: String) -> Outcome {
    do throws(CommandError) {
      let name = path == "-" ? "stdin" : path
      let bytes = try TextFile.readBytes(
        path == "-" ? "/dev/stdin" : path, name: name, progress: progress)
      let paste = Self.text(of: bytes)
      guard let message = CrashMessage(paste) else {
        if let number = Self.notFound.first(where: paste.contains) {
          throw .outside(
            code: "no-exception", message: "no table has the index \(number) in '\(name)'",
            hint: "it is NSNotFound, the answer to a search that found nothing: look where the "
              + "batch gets its index from")
        }
        throw .outside(
          code: "no-exception", message: "no message of UIKit about batch updates in '\(name)'",
          hint: "paste the reason, such as: Invalid update: invalid number of rows in section 0. …")
      }
      var text = ""
      if options.format == .json {
        JSONCheckPrinter().print(message, to: &text)
      } else {
        TextCheckPrinter(style: style, width: terminalWidth).print(message, to: &text)
      }
      emit(text)
      return .leave(status: 1)
    } catch {
      return fail(error, of: "check --exception \(path)")
    }
  }

  /// Decodes bytes as UTF-16 if a byte order mark or zero bytes show it, else as UTF-8.
  static func text(of bytes: [UInt8]) -> String {
    let sample = bytes.prefix(4096)
    let zeros = sample.indices.filter { sample[$0] == 0 }
    let isWide = zeros.count * 4 >= sample.count && !zeros.isEmpty
    let isBig =
      bytes.starts(with: [0xFE, 0xFF]) || isWide && zeros.count { $0 % 2 == 0 } * 2 > zeros.count
    guard isWide || isBig || bytes.starts(with: [0xFF, 0xFE]) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Reads a plan; `-` is standard input.
  func readPlan(_ path: String) throws(CommandError) -> PlanFile {
    try path == "-"
      ? sourcing(PlanReader.read(descriptor: 0, name: "stdin", progress: progress))
      : sourcing(PlanReader.read(path: path, progress: progress))
  }

  private func report(
    on file: PlanFile, _ comparison: Comparison
  ) throws(CommandError) -> PlanReport {
    let redraws = file.stages.contains {
      !$0.operations.rows.reconfigures.isEmpty || !$0.operations.sections.reconfigures.isEmpty
    }
    let least = comparison.plan(Planner(content: redraws ? .reconfigure : .reload))
    let outcome: PlanReport.Outcome
    switch file.content {
    case .reloadData(let why): outcome = .reloadData(why: why)
    case .stages(let stages):
      let tables = try sourcing(PlanTables(stages, in: file.file, comparison))
      outcome = .checked(
        PlanCheck(
          stages: stages.map(\.operations), before: comparison.before, between: tables.between,
          after: tables.after))
    }
    return PlanReport(comparison: comparison, given: file.plan, outcome: outcome, least: least)
  }
}
