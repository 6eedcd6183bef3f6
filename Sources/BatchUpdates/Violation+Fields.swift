extension Violation {
  /// One fact about a violation, as a program reads it: `count` is 4, `path` is `0:4`.
  public struct Field: Hashable, Sendable {
    /// The name: `section`, `path`, `from`, `to`, `count`, `before`, `after`, `inserted`,
    /// `deleted`, `movedIn`, `movedOut` or `updates`.
    public let name: String
    /// The value.
    public let value: Value

    /// The value of a field.
    public enum Value: Hashable, Sendable {
      /// A count, or the index of a section.
      case number(Int)
      /// The path of a row.
      case path(RowPath)
      /// Counts, or indexes of sections.
      case numbers([Int])
      /// Paths of rows.
      case paths([RowPath])
      /// Lines of text.
      case texts([String])
    }
  }

  /// The facts in the order in which they are printed, after the ``code``.
  public var fields: [Field] {
    switch self {
    case .deleteAndReload(let place), .deleteAndMove(let place),
      .deleteAndReconfigure(let place), .insertAndMove(let place):
      [.at(place)]
    case .deleteSectionOutOfBounds(let section, let count),
      .insertSectionOutOfBounds(let section, let count):
      [.number("section", section), .number("count", count)]
    case .deleteRowSectionOutOfBounds(let path, let count),
      .insertRowSectionOutOfBounds(let path, let count),
      .deleteRowOutOfBounds(let path, let count), .insertRowOutOfBounds(let path, let count):
      [.at(.row(path)), .number("count", count)]
    case .reconfigureOutOfBounds(let place, let count):
      [.at(place), .number("count", count)]
    case .moveSectionSource(let from, let to, let count),
      .moveSectionDestination(let from, let to, let count):
      [.number("from", from), .number("to", to), .number("count", count)]
    case .moveRowSource(let from, let to, _, let count),
      .moveRowDestination(let from, let to, _, let count):
      [.places("from", [.row(from)]), .places("to", [.row(to)]), .number("count", count)]
    case .moveSameSource(let from, let first, let second):
      [.places("from", [from]), .places("to", [first, second])]
    case .moveSameDestination(let first, let second, let to):
      [.places("from", [first, second]), .places("to", [to])]
    case .sectionCount(let before, let after, let inserted, let deleted):
      [
        .number("before", before), .number("after", after), .number("inserted", inserted),
        .number("deleted", deleted),
      ]
    case .rowCount(
      let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
      [
        .number("section", section), .number("before", before), .number("after", after),
        .number("inserted", inserted), .number("deleted", deleted), .number("movedIn", movedIn),
        .number("movedOut", movedOut),
      ]
    case .invalidBatch(let before, let after, let updates):
      [
        Field(name: "before", value: .numbers(before)),
        Field(name: "after", value: .numbers(after)),
        Field(name: "updates", value: .texts(updates)),
      ]
    }
  }
}

extension Violation.Field {
  fileprivate static func number(_ name: String, _ value: Int) -> Self {
    Self(name: name, value: .number(value))
  }

  fileprivate static func at(_ place: Place) -> Self {
    switch place {
    case .section(let index): Self(name: "section", value: .number(index))
    case .row(let path): Self(name: "path", value: .path(path))
    }
  }

  /// One or two places of one kind.
  fileprivate static func places(_ name: String, _ places: [Place]) -> Self {
    var sections: [Int] = []
    var paths: [RowPath] = []
    for place in places {
      switch place {
      case .section(let index): sections.append(index)
      case .row(let path): paths.append(path)
      }
    }
    if let path = paths.first {
      return Self(name: name, value: paths.count == 1 ? .path(path) : .paths(paths))
    }
    if let section = sections.first, sections.count == 1 { return .number(name, section) }
    return Self(name: name, value: .numbers(sections))
  }
}
