import BatchUpdates
import TableKit

/// Where a row goes when the viewport moves to it (SEMANTICS H1, H2), counted in rows.
enum ScrollPosition: String, CaseIterable {
  case top, middle, bottom
  /// As little as it takes.
  case nearest = "none"
}

extension Shell {
  /// Moves the viewport so that a row is in it.
  func reveal(_ row: RowID, _ position: ScrollPosition = .nearest, in document: Document) {
    guard let number = document.number(of: row) else { return }
    let height = viewportHeight
    switch position {
    case .top: document.offset = number
    case .middle: document.offset = number - height / 2
    case .bottom: document.offset = number - height + 1
    case .nearest:
      if number < document.offset {
        document.offset = number
      } else if number >= document.offset + height {
        document.offset = number - height + 1
      }
    }
    document.clampOffset(height: height)
  }

  /// The row nearest to the place that a position names in the viewport now; the upper of two
  /// (SEMANTICS H4).
  func nearest(_ rows: [RowID], to position: ScrollPosition, in document: Document) -> RowID? {
    let height = viewportHeight
    let place =
      switch position {
      case .top, .nearest: document.offset
      case .middle: document.offset + height / 2
      case .bottom: document.offset + height - 1
      }
    let starts = document.sectionStarts
    var best: (distance: Int, row: RowID)?
    for (row, path) in zip(rows, document.table.paths(of: rows)) {
      let distance = abs(starts[path.section] + path.row - place)
      if best.map({ distance < $0.distance }) ?? true { best = (distance, row) }
    }
    return best?.row
  }
}

extension Document {
  /// The number of the first row of each section, counted over all sections.
  var sectionStarts: [Int] {
    var starts: [Int] = []
    var start = 0
    for section in table.sections {
      starts.append(start)
      start += section.count
    }
    return starts
  }

  /// The number of a row, counted over all sections from 0.
  func number(of row: RowID) -> Int? {
    guard let path = table.path(of: row) else { return nil }
    return table.sections[..<path.section].reduce(path.row) { $0 + $1.count }
  }
}
