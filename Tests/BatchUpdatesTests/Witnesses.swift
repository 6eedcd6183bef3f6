import BatchUpdates
import TestSupport
import Expectations
import Testing

/// The judge with its replay and its mapping, and the independent model of a table view, heard on
/// one stage.
struct Witnesses {
  let shown: Outline
  let data: Outline

  /// What becomes of a stage.
  enum Fate: Equatable {
    case illegal(code: String)
    case reloaded
    case stale
    /// Shows the right table; `places` is where the cells that were not replaced are.
    case exact(places: [RowPath: RowPath])
  }

  /// What both say, to the last fact; nil, and an issue, where they disagree.
  func fate(of stage: Stage, file: StaticString = #filePath, line: Int = #line) -> Fate? {
    let verdict = Judge().verdict(on: stage, before: shown, after: data)
    let answer = SlowTableView(shown: shown, data: data).perform(stage)
    switch (verdict, answer) {
    case (.illegal(let violation), .raised(let facts)) where Self.facts(violation) == facts:
      return .illegal(code: violation.code)
    case (.reloadData, .reloaded): return .reloaded
    case (.legal(let warnings), .applied(let applied)):
      let isExact = applied.shown == data
      if warnings == applied.warnings,
        let replay = try? stage.replay(shown: shown, data: data),
        replay.shown == applied.shown && replay.isExact == isExact,
        places(StageMapping(stage)) == applied.places
      {
        return isExact ? .exact(places: applied.places) : .stale
      }
    default: break
    }
    fail(
      "judge: \(verdict), model: \(answer): \(text(.stages([stage]))), \(shown) → \(data)",
      file: file, line: line)
    return nil
  }

  /// Where the mapping of a stage takes each row.
  private func places(_ mapping: StageMapping) -> [RowPath: RowPath] {
    var places: [RowPath: RowPath] = [:]
    for (section, content) in shown.sections.enumerated() {
      for row in content.rows.indices {
        places[RowPath(section, row)] = mapping.path(after: RowPath(section, row))
      }
    }
    return places
  }

  /// The code and facts of a violation in the model's words.
  private static func facts(_ violation: Violation) -> String {
    let fields = violation.fields.map { field in
      let value =
        switch field.value {
        case .number(let number): "\(number)"
        case .path(let path): "\(path)"
        case .numbers(let numbers) where violation.code == "E-INVALID-BATCH": "\(numbers)"
        case .numbers(let numbers): numbers.map { "\($0)" }.joined(separator: ",")
        case .paths(let paths): paths.map { "\($0)" }.joined(separator: ",")
        case .texts(let texts): "\(texts)"
        case .text(let text): text
        }
      return "\(field.name) \(value)"
    }
    return ([violation.code] + fields).joined(separator: " ")
  }
}
