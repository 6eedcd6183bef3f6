// The format in which what happened to a table is kept: version 4.
//
//     Recorder ──► Recording.Step… ──► RecordingWriter ──► JSON ──► RecordingReader ──► Recording
//
// Pages, `present` and tests read it. `RecordedTable` replays it.

/// What happened to one table: how it was at the start, and the steps from there.
///
/// A *version* is the content of a row at a time, an index of `rows`. A changed row gets another
/// version; a *row* is named by its first one.
public struct Recording: Sendable {
  /// The version of the format that is written.
  public static let formatVersion = 4
  /// The versions of the format that are read; in version 1 the selection and the marks were whole
  /// lists, and a step had no heights; version 2 did not tell which columns are the key, and had no
  /// texts of rules; in version 3 each step went on from the one before.
  static let readVersions = [1, 2, 3, 4]

  /// The title; may be empty.
  public var title: String
  /// The columns at the start.
  public var columns: [Column]
  /// The measures of the table view at the start.
  public var geometry: Geometry
  /// The cells of each version.
  public var rows: RecordedRows
  /// The row of each version that is not a row's first.
  public var identities: [Int: Int] = [:]
  /// The heights, in points, of versions that have another than the geometry's at the start, or
  /// when a step first uses them.
  public var heights: [Int: Double] = [:]
  /// The table at the start.
  public var start: Start
  /// The steps in order.
  public var steps: [Step] = []
  /// The versions whose cells are written; nil: all.
  var named: Set<Int>?

  /// The number of stages in all steps.
  public var stageCount: Int { steps.reduce(0) { $0 + $1.stages.count } }

  /// The number of rows, each counted once whatever its versions.
  public var rowCount: Int { rows.count - identities.count }
}

extension Recording {
  /// A column: its identity, its name, whether its cells are aligned as numbers, and whether they
  /// name their rows.
  public struct Column: Hashable, Sendable {
    /// The identity, which stays when the column is renamed or moved.
    public var id: Int
    /// The name.
    public var name: String
    /// True if the column holds numbers.
    public var isNumber: Bool
    /// True if the column is of the table's key.
    public var isKey = false
  }

  /// The measures of a table view, in points.
  public struct Geometry: Hashable, Sendable {
    /// How headers behave.
    public enum Style: String, Hashable, Sendable, CaseIterable {
      /// Headers are pinned to the top.
      case plain
      /// Headers scroll with their rows.
      case grouped
    }

    /// The height of rows.
    public var row: Double
    /// The height of headers and footers.
    public var header: Double
    /// The height of the viewport.
    public var viewport: Double
    /// How headers behave.
    public var style: Style

    /// The heights that a row or a viewport can have in a recording, in points.
    public static let heights = 1.0...999_999

    /// Creates measures; those that a recording cannot have become the nearest that it can.
    public init(
      row: Double = 44, header: Double = 28, viewport: Double = 440, style: Style = .plain
    ) {
      self.row = Self.nearestHeight(to: row)
      self.header = min(max(header, 0), Self.heights.upperBound)
      self.viewport = Self.nearestHeight(to: viewport)
      self.style = style
    }

    /// The height, in points, that a recording can have and that is nearest to another.
    static func nearestHeight(to height: Double) -> Double {
      min(max(height, heights.lowerBound), heights.upperBound)
    }
  }

  /// Consecutive versions.
  public struct VersionRange: Hashable, Sendable {
    /// The first.
    public var first: Int
    /// How many there are.
    public var count: Int
  }

  /// The texts of a section.
  public struct Label: Hashable, Sendable {
    /// The title.
    public var title: String
    /// The text above the rows; nil: none.
    public var header: String?
    /// The text below the rows; nil: none.
    public var footer: String?
  }

  /// A section with its rows.
  public struct Section: Hashable, Sendable {
    /// The identity, which stays when the section moves or is renamed.
    public var id: Int
    /// The texts.
    public var label: Label
    /// The versions of its rows, in order.
    public var rows: [VersionRange] = []
  }

  /// Whether a table is in editing mode, and what rows have there.
  public enum Editing: Hashable, Sendable {
    case off
    /// Rows have controls that delete or insert.
    case controls
    /// Rows have circles, as several can be selected.
    case circles
  }

  /// The traits of a row that are drawn and not the defaults of UIKit; nil: the default.
  public struct Traits: Hashable, Sendable {
    /// The accessory at the end of the row.
    public var accessory: String?
    /// The level of indentation.
    public var indent: Int?
    /// Whether the row can be edited.
    public var canEdit: Bool?
    /// The editing control: `delete`, `insert` or `none`.
    public var style: String?
    /// Whether the row has a handle in editing mode.
    public var canMove: Bool?
  }

  /// The table before the first step.
  public struct Start: Hashable, Sendable {
    /// The sections.
    public var sections: [Section]
    /// The selected rows, in the order of selection.
    public var selection: [Int] = []
    /// The marked rows, in the order of marking.
    public var marks: [Int] = []
    /// Whether the table is in editing mode, and how.
    public var editing = Editing.off
    /// The scroll offset, in points.
    public var offset = 0.0
    /// The traits of rows.
    public var traits: [Int: Traits] = [:]
  }
}
