import BatchUpdates

extension Recording {
  /// One command and what it did, or a change that others made.
  public struct Step: Hashable, Sendable {
    /// The command as typed; empty if others changed the table.
    public var command = ""
    /// What the command said, without plan and table.
    public var output = ""
    /// Why it failed; nil if it did not.
    public var error: Failure?
    /// The lines of comment before the command.
    public var comment = ""
    /// The seconds that the script waited before.
    public var wait = 0.0
    /// The change that others made; nil if it is a command.
    public var push: Push?
    /// Whether it begins with the table before the last step, in place of the one after that.
    public var follows = false
    /// The state of the source that is followed: `live`, `polling` or `stale`.
    public var sourceState: String?
    /// The open conflicts, as a JSON array of objects.
    public var conflicts: String?
    /// The calls of the delegate, as a JSON array of objects.
    public var events: String?
    /// The plan in words.
    public var plan = ""
    /// The reasons for the operations.
    public var reasons: [Reason] = []
    /// The columns, if they changed.
    public var columns: [Column]?
    /// The measures, if they changed.
    public var geometry: Geometry?
    /// The heights, in points, of the versions that have others now; nil: the geometry's.
    public var heights: [Int: Double?] = [:]
    /// The traits of the rows that have others now.
    public var traits: [Int: Traits] = [:]
    /// The touches in progress, if they changed.
    public var touch: Touch?
    /// The selected rows, if the selection changed.
    public var selection: ListChange?
    /// The marked rows, if the marks changed.
    public var marks: ListChange?
    /// Whether the table is in editing mode, if that changed.
    public var editing: Editing?
    /// The scroll offset, if it changed.
    public var offset: Double?
    /// The batch that was refused.
    public var attempted: BatchUpdates.Stage?
    /// The stages, each one animation.
    public var stages: [Stage] = []

    /// The names of the rules that explain its operations.
    var rules: [String] { reasons.compactMap(\.rule) }
  }

  /// Why a command failed.
  public struct Failure: Hashable, Sendable {
    /// What is wrong.
    public var message: String
    /// What to type next; nil: nothing helps.
    public var hint: String?
    /// The stable name of the error.
    public var code: String
  }

  /// A change that others made.
  public struct Push: Hashable, Sendable {
    /// The name of the source.
    public var source: String
    /// How many rows came, went and changed.
    public var inserted: Int, deleted: Int, changed: Int
  }

  /// The reason for one operation.
  public struct Reason: Hashable, Sendable {
    /// The stage, from 0.
    public var stage: Int
    /// True for an operation on rows, false for one on sections.
    public var isOfRows: Bool
    /// The verb.
    package var verb: PlannedOperation.Verb
    /// The index in the list of that verb.
    public var index: Int
    /// The rule that explains it; nil: none does.
    public var rule: String?
    /// The reason in words that follow the operation.
    public var text: String
  }

  /// The touches in progress; rows are named by their first version.
  public struct Touch: Hashable, Sendable {
    /// The row under a finger.
    public var highlighted: Int?
    /// The row with swipe buttons.
    public var swiped: Int?
    /// The row whose minus was tapped.
    public var minus: Int?
    /// The row that is dragged, with the gap it is over, a path in the table without it.
    public var drag: Drag?
    /// The expanded rows of outlines.
    public var expanded: [Int] = []

    /// A dragged row.
    public struct Drag: Hashable, Sendable {
      /// The row.
      public var row: Int
      /// The gap.
      public var gap: RowPath
    }
  }
}

extension Recording {
  /// One animation, or everything drawn anew.
  public enum Stage: Hashable, Sendable {
    /// Updates that are animated together.
    case batch(Batch)
    /// Everything is drawn anew at once.
    case reloadData(why: String, table: [Section])
  }

  /// Updates that are animated together, with the versions of what they show.
  ///
  /// Indexes of deletes, reloads, reconfigures and sources of moves are those before the stage; of
  /// inserts and destinations of moves those after it. What no list names keeps its order and fills
  /// what is free (rule D4). A reloaded row stays in its place and gets a version.
  public struct Batch: Hashable, Sendable {
    /// A row with its version.
    public struct Row: Hashable, Sendable {
      /// The place.
      public var path: RowPath
      /// The version that it shows.
      public var version: Int
    }

    /// A section with its content.
    public struct PlacedSection: Hashable, Sendable {
      /// The index.
      public var index: Int
      /// The section with the rows that it has after the stage.
      public var section: Section
    }

    /// A section whose texts change.
    public struct PlacedLabel: Hashable, Sendable {
      /// The index.
      public var index: Int
      /// The texts.
      public var label: Label
    }

    /// A row that shows something else than the data, by its place after the stage.
    public struct Stale: Hashable, Sendable {
      /// The place.
      public var path: RowPath
      /// The version that the view shows.
      public var shown: Int
      /// The version that the data have.
      public var data: Int
    }

    /// The operations on rows.
    public struct Rows: Hashable, Sendable {
      /// Rows that go.
      public var deletes: [RowPath] = []
      /// Rows that come.
      public var inserts: [Row] = []
      /// Rows that change their place.
      public var moves: [Move<RowPath>] = []
      /// Rows that get a new cell.
      public var reloads: [Row] = []
      /// Rows that are redrawn in their cell.
      public var reconfigures: [Row] = []
      /// The versions of all rows in table order, if every row is redrawn; nil: only those listed.
      public var all: [VersionRange]?
    }

    /// The operations on sections.
    public struct Sections: Hashable, Sendable {
      /// Sections that go.
      public var deletes: [Int] = []
      /// Sections that come.
      public var inserts: [PlacedSection] = []
      /// Sections that change their place.
      public var moves: [Move<Int>] = []
      /// Sections that are read again.
      public var reloads: [PlacedSection] = []
      /// Sections whose texts are redrawn.
      public var reconfigures: [PlacedLabel] = []
    }

    /// The operations on rows.
    public var rows = Rows()
    /// The operations on sections.
    public var sections = Sections()
    /// The animation of each kind of operation that has another than `automatic`.
    package var animations: [String: RowAnimation] = [:]
    /// Rows that show something else than the data.
    public var stale: [Stale] = []
    /// Sections that the data have where the view shows the header of another.
    public var staleHeaders: [PlacedLabelOfSection] = []
    /// The selected rows after the stage, if they differ from those after the step, from which they
    /// follow.
    public var selection: ListChange?

    /// A section of the data at an index after the stage.
    public struct PlacedLabelOfSection: Hashable, Sendable {
      /// The index.
      public var index: Int
      /// The identity.
      public var id: Int
      /// The texts.
      public var label: Label
    }
  }
}
