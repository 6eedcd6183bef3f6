import BatchUpdates

// When a picture of a table shows what: the times of a recording's stages, for `TablePicture`.

/// The table at rest between two stages, and how the picture gets there.
struct TableScene {
  var sections: [RecordedTable.Section]
  var selection: Set<Int>
  var marks: Set<Int>
  var columns: [Recording.Column]
  /// How far the table is scrolled, in points of the recording.
  var offset: Double
  /// When the change to it begins, and how long that takes, in seconds; 0: at once.
  var time = 0.0, glide = 0.0
  /// When what the change does begins to be marked, and when that ends; nil: it is not marked.
  var marked: (start: Double, end: Double)?
  /// The rows and sections that the change moves.
  var movedRows: Set<Int> = [], movedSections: Set<Int> = []
}

/// A text above or below the table, and when it is seen, in seconds.
struct TableCaption {
  enum Kind {
    case command, comment, output, error, plan
  }

  var kind: Kind
  var text: String
  var start: Double, end = Double.infinity
}

/// The scenes of a recording, with the texts beside them.
struct TableScenes {
  private(set) var scenes: [TableScene] = []
  private(set) var captions: [TableCaption] = []
  /// How long all of it takes, in seconds.
  private(set) var duration = 0.0
  /// The height of what is seen of the table, in points of the recording.
  let height: Double
  let recording: Recording

  private var table: RecordedTable
  private var now = 1.2

  /// Plays a recording.
  ///
  /// - Parameter steps: how many of its steps.
  /// - Throws: `invalid` where a stage does not fit the table.
  /// - Complexity: O(rows) for each stage.
  init(_ recording: Recording, steps: Int) throws(RecordingError) {
    self.recording = recording
    table = try RecordedTable(recording)
    var tables = [table.sections]
    var copy = table
    for step in recording.steps.prefix(steps) {
      for stage in step.stages {
        try copy.apply(stage)
        tables.append(copy.sections)
      }
    }
    let layout = TableLayout(recording)
    let most = tables.map { layout.height(of: $0) }.max() ?? 0
    height = max(min(most, recording.geometry.viewport), recording.geometry.row)
    let start = recording.start
    scenes.append(
      TableScene(
        sections: table.sections, selection: Set(start.selection), marks: Set(start.marks),
        columns: recording.columns, offset: start.offset))
    for step in recording.steps.prefix(steps) { try play(step, layout) }
    duration = now + 1.5
  }

  private mutating func play(_ step: Recording.Step, _ layout: TableLayout) throws(RecordingError) {
    for index in captions.indices where captions[index].end == .infinity {
      captions[index].end = now
    }
    now += min(step.wait, 5)
    let command = step.push.map { push in
      "\(push.source): \(push.inserted) inserted, \(push.deleted) deleted, \(push.changed) changed"
    }
    add(step.push == nil ? .command : .comment, command ?? step.command)
    let comment = captions.count
    add(.comment, step.comment.replacing("\n", with: " "))
    now += 0.7 + min(Double(step.comment.count) * 0.04, 2.5)
    let first = now
    add(.plan, step.plan)
    for stage in step.stages { try play(stage, layout) }
    finish(step)
    if comment < captions.count, captions[comment].kind == .comment {
      captions[comment].end = first
    }
    let output = step.error.map { "error: " + $0.message } ?? step.output
    let line = output.split(separator: "\n").first.map(String.init) ?? ""
    captions.append(
      TableCaption(kind: step.error == nil ? .output : .error, text: line, start: first))
    let lines = step.plan.split(separator: "\n").count
    now += min(0.9 + 0.12 * Double(lines) + 0.015 * Double(line.count), 2.6)
  }

  private mutating func add(_ kind: TableCaption.Kind, _ text: String) {
    guard !text.isEmpty else { return }
    captions.append(TableCaption(kind: kind, text: text, start: now))
  }

  private mutating func play(
    _ stage: Recording.Stage, _ layout: TableLayout
  ) throws(RecordingError) {
    let before = scenes[scenes.count - 1]
    var scene = before
    let start = now
    try table.apply(stage)
    scene.sections = table.sections
    scene.movedRows = []
    scene.movedSections = []
    if case .batch(let batch) = stage {
      for move in batch.sections.moves {
        let section = table.sections[move.to]
        scene.movedSections.insert(section.id)
        scene.movedRows.formUnion(section.rows.map { recording.row(of: Int($0)) })
      }
      for move in batch.rows.moves {
        let version = table.sections[move.to.section].rows[move.to.row]
        scene.movedRows.insert(recording.row(of: Int(version)))
      }
      let offset = layout.offset(showing: before, scene, height: height)
      scene.offset = offset
      if offset != before.offset {
        var camera = before
        (camera.offset, camera.time, camera.glide, camera.marked) = (offset, start, 0.5, nil)
        (camera.movedRows, camera.movedSections) = ([], [])
        scenes.append(camera)
        now += 0.7
      }
      let mark = now
      now += 0.6
      (scene.time, scene.glide) = (now, 0.75)
      now += scene.glide + 0.6
      scene.marked = (mark, now)
    } else {
      scene.offset = min(scene.offset, max(0, layout.height(of: scene.sections) - height))
      (scene.time, scene.glide, scene.marked) = (now, 0, nil)
      now += 0.6
    }
    scenes.append(scene)
  }

  /// Takes what a step changes besides rows and sections: with its last stage, or by itself.
  private mutating func finish(_ step: Recording.Step) {
    var scene = scenes[scenes.count - 1]
    step.selection?.change(&scene.selection)
    step.marks?.change(&scene.marks)
    scene.columns = step.columns ?? scene.columns
    if step.stages.isEmpty {
      scene.offset = step.offset ?? scene.offset
      (scene.time, scene.glide, scene.marked) = (now, 0.25, nil)
      (scene.movedRows, scene.movedSections) = ([], [])
      scenes.append(scene)
    } else {
      scenes[scenes.count - 1] = scene
    }
  }
}

extension Recording {
  /// The row that a version is of.
  func row(of version: Int) -> Int { identities[version] ?? version }
}

extension Recording.ListChange {
  /// Makes the change to a list whose order does not matter.
  func change(_ rows: inout Set<Int>) {
    switch self {
    case .whole(let list): rows = Set(list)
    case .edited(let removed, let added): rows = rows.subtracting(removed).union(added)
    }
  }
}

// MARK: - Places

/// Where rows, headers and footers stand, in points of the recording.
struct TableLayout {
  /// What is drawn as one.
  enum Key: Hashable {
    case row(Int), head(Int), foot(Int)
  }

  /// Something in its place, from the top of the table.
  struct Place {
    var key: Key
    var y: Double, height: Double
    /// The number of the section, and of the row if it is one.
    var section: Int, row: Int?
    /// The version of a row.
    var version = 0
  }

  private let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  /// Calls a function with everything in a table, from top to bottom.
  ///
  /// - Complexity: O(rows).
  func forEach(_ sections: [RecordedTable.Section], _ body: (Place) -> Void) {
    let geometry = recording.geometry
    var y = 0.0
    func add(_ key: Key, _ height: Double, _ s: Int, _ r: Int? = nil, _ version: Int = 0) {
      body(Place(key: key, y: y, height: height, section: s, row: r, version: version))
      y += height
    }
    for (s, section) in sections.enumerated() {
      // A table of one section without a name has no header, as the program draws it.
      let isUnnamed =
        section.label.title.isEmpty || sections.count == 1 && section.label.title == "rows"
      if section.label.header != nil || !isUnnamed { add(.head(section.id), geometry.header, s) }
      for (r, version) in section.rows.enumerated() {
        let version = Int(version)
        let height = recording.heights[version] ?? geometry.row
        add(.row(recording.row(of: version)), height, s, r, version)
      }
      if section.label.footer != nil { add(.foot(section.id), geometry.header, s) }
    }
  }

  func height(of sections: [RecordedTable.Section]) -> Double {
    var height = 0.0
    forEach(sections) { height = $0.y + $0.height }
    return height
  }

  /// Returns the offset at which a change is seen: the same if some of it is seen there.
  func offset(showing old: TableScene, _ new: TableScene, height: Double) -> Double {
    var before: [Key: Place] = [:]
    var changed: [Place] = []
    forEach(old.sections) { before[$0.key] = $0 }
    var rest = before
    var end = 0.0
    forEach(new.sections) { place in
      rest[place.key] = nil
      end = place.y + place.height
      guard let former = before[place.key] else { return changed.append(place) }
      guard case .row(let row) = place.key else { return }
      if new.movedRows.contains(row) { changed += [former, place] }
      if former.version != place.version { changed.append(place) }
    }
    changed += rest.values
    let isSeen = changed.contains {
      $0.y + $0.height / 2 >= old.offset && $0.y + $0.height / 2 <= old.offset + height
    }
    let most = max(0, end - height)
    guard !isSeen, let first = changed.min(by: { $0.y < $1.y }) else {
      return min(old.offset, most)
    }
    return min(max(0, first.y + first.height / 2 - height / 2), most)
  }
}
