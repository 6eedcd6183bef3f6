import BatchUpdates

extension RecordingDecoder {
  /// Reads a list of operations.
  ///
  /// - Parameter most: the largest number of them.
  private mutating func operations<Element>(
    most: Int, _ element: (inout RecordingDecoder) throws(RecordingError) -> Element
  ) throws(RecordingError) -> [Element] {
    var list: [Element] = []
    try elements { (decoder, index) throws(RecordingError) in
      guard index <= most else {
        throw decoder.problem("the stage lists more operations than there are rows and sections")
      }
      list.append(try element(&decoder))
    }
    return list
  }

  private mutating func move<Index>(
    _ shape: String, _ index: (inout RecordingDecoder) throws(RecordingError) -> Index
  ) throws(RecordingError) -> Move<Index> {
    var ends: [Index] = []
    try tuple(2, shape) { (decoder, _) throws(RecordingError) in ends.append(try index(&decoder)) }
    return Move(from: ends[0], to: ends[1])
  }

  private mutating func rowMove() throws(RecordingError) -> Move<RowPath> {
    try move("[[section, row], [section, row]]") { (decoder) throws(RecordingError) in
      try decoder.rowPath()
    }
  }

  private mutating func sectionMove() throws(RecordingError) -> Move<Int> {
    try move("[section, section]") { (decoder) throws(RecordingError) in try decoder.index() }
  }

  // MARK: - Refused batches

  /// The most operations that are read of a refused batch.
  private static let mostAttempted = 100_000

  /// Reads the operations of a batch that was refused.
  mutating func attempted() throws(RecordingError) -> BatchUpdates.Stage {
    var stage = BatchUpdates.Stage()
    let most = Self.mostAttempted
    try members("a refused batch") { (decoder, name) throws(RecordingError) in
      switch name {
      case "rows":
        try decoder.members("'rows'") { (decoder, name) throws(RecordingError) in
          if name == "reconfigure", decoder.isString {
            stage.reconfiguresAllRows = try decoder.string() == "all"
            return true
          }
          if name == "move" {
            stage.rows.moves = try decoder.operations(most: most) {
              (decoder) throws(RecordingError) in try decoder.rowMove()
            }
            return true
          }
          let list = try decoder.list(of: name) { (decoder) throws(RecordingError) in
            try decoder.operations(most: most) { (decoder) throws(RecordingError) in
              try decoder.rowPath()
            }
          }
          return list.map { stage.rows[$0.verb] = $0.list } != nil
        }
      case "sections":
        try decoder.members("'sections'") { (decoder, name) throws(RecordingError) in
          if name == "move" {
            stage.sections.moves = try decoder.operations(most: most) {
              (decoder) throws(RecordingError) in try decoder.sectionMove()
            }
            return true
          }
          let list = try decoder.list(of: name) { (decoder) throws(RecordingError) in
            try decoder.indexes()
          }
          return list.map { stage.sections[$0.verb] = $0.list } != nil
        }
      case "animation": _ = try decoder.animations()
      default: return false
      }
      return true
    }
    return stage
  }

  /// Reads the list of a verb besides moves; nil: there is no such verb.
  private mutating func list<Index>(
    of name: String, _ read: (inout RecordingDecoder) throws(RecordingError) -> [Index]
  ) throws(RecordingError) -> (verb: PlannedOperation.Verb, list: [Index])? {
    guard let verb = PlannedOperation.Verb(rawValue: name) else { return nil }
    return (verb, try read(&self))
  }

  // MARK: - Stages

  private mutating func animations() throws(RecordingError) -> [String: RowAnimation] {
    var animations: [String: RowAnimation] = [:]
    try members("'animation'") { (decoder, name) throws(RecordingError) in
      guard PlannedOperation.Verb(rawValue: name) != nil else { return false }
      animations[name] = try decoder.word(RowAnimation.self)
      return true
    }
    return animations
  }

  /// Reads a stage.
  ///
  /// - Parameter most: the number of versions, which no list of operations exceeds.
  mutating func stage(most: Int) throws(RecordingError) -> Recording.Stage {
    var batch = Recording.Batch()
    var reload: (why: String, table: [Recording.Section]?)?
    try members("a stage") { (decoder, name) throws(RecordingError) in
      switch name {
      case "reloadData":
        guard try decoder.flag() else { throw decoder.problem("it must be true") }
        reload = reload ?? ("", nil)
      case "why":
        let why = try decoder.string()
        reload = (why, reload?.table)
      case "table":
        let table = try decoder.sections()
        reload = (reload?.why ?? "", table)
      case "rows": batch.rows = try decoder.rowOperations(most: most)
      case "sections": batch.sections = try decoder.sectionOperations(most: most)
      case "animation": batch.animations = try decoder.animations()
      case "stale":
        batch.stale = try decoder.operations(most: most) { (decoder) throws(RecordingError) in
          var stale = Recording.Batch.Stale(path: RowPath(0, 0), shown: 0, data: 0)
          try decoder.tuple(4, "[section, row, version shown, version of the data]") {
            (decoder, i) throws(RecordingError) in
            let number = try decoder.index()
            switch i {
            case 0: stale.path.section = number
            case 1: stale.path.row = number
            case 2: stale.shown = number
            default: stale.data = number
            }
          }
          return stale
        }
      case "staleHeaders":
        try decoder.elements { (decoder, _) throws(RecordingError) in
          var header = Recording.Batch.PlacedLabelOfSection(
            index: 0, id: 0, label: Recording.Label(title: ""))
          try decoder.tuple(5, "[index, id, title, header, footer]") {
            (decoder, i) throws(RecordingError) in
            switch i {
            case 0: header.index = try decoder.index()
            case 1: header.id = try decoder.index()
            default: try decoder.text(i - 2, of: &header.label)
            }
          }
          batch.staleHeaders.append(header)
        }
      case "selection": batch.selection = try decoder.listChange()
      default: return false
      }
      return true
    }
    guard let reload else { return .batch(batch) }
    guard let table = reload.table, batch == Recording.Batch() else {
      throw problem("a stage with 'reloadData' has 'why' and 'table', and nothing else")
    }
    return .reloadData(why: reload.why, table: table)
  }

  private mutating func text(
    _ index: Int, of label: inout Recording.Label
  ) throws(RecordingError) {
    switch index {
    case 0: label.title = try string()
    case 1: label.header = try optionalString()
    default: label.footer = try optionalString()
    }
  }

  private mutating func rowOperations(most: Int) throws(RecordingError) -> Recording.Batch.Rows {
    var rows = Recording.Batch.Rows()
    var isAll = false
    func versioned(
      _ decoder: inout RecordingDecoder
    ) throws(RecordingError) -> [Recording.Batch.Row] {
      try decoder.operations(most: most) { (decoder) throws(RecordingError) in
        var row = Recording.Batch.Row(path: RowPath(0, 0), version: 0)
        try decoder.tuple(3, "[section, row, version]") { (decoder, i) throws(RecordingError) in
          let number = try decoder.index()
          switch i {
          case 0: row.path.section = number
          case 1: row.path.row = number
          default: row.version = number
          }
        }
        return row
      }
    }
    try members("'rows'") { (decoder, name) throws(RecordingError) in
      switch name {
      case "delete":
        rows.deletes = try decoder.operations(most: most) { (decoder) throws(RecordingError) in
          try decoder.rowPath()
        }
      case "insert": rows.inserts = try versioned(&decoder)
      case "move":
        rows.moves = try decoder.operations(most: most) { (decoder) throws(RecordingError) in
          try decoder.rowMove()
        }
      case "reload": rows.reloads = try versioned(&decoder)
      case "reconfigure":
        if decoder.isString {
          guard try decoder.string() == "all" else {
            throw decoder.problem("it must be a list, or 'all'")
          }
          isAll = true
        } else {
          rows.reconfigures = try versioned(&decoder)
        }
      case "versions": rows.all = try decoder.ranges()
      default: return false
      }
      return true
    }
    guard isAll == (rows.all != nil) else {
      throw problem("'reconfigure' is 'all' where 'versions' are given, and only there")
    }
    return rows
  }

  private mutating func sectionOperations(
    most: Int
  ) throws(RecordingError) -> Recording.Batch.Sections {
    var sections = Recording.Batch.Sections()
    try members("'sections'") { (decoder, name) throws(RecordingError) in
      switch name {
      case "delete": sections.deletes = try decoder.indexes()
      case "insert": sections.inserts = try decoder.placedSections(most: most)
      case "move":
        try decoder.elements { (decoder, _) throws(RecordingError) in
          sections.moves.append(try decoder.sectionMove())
        }
      case "reload": sections.reloads = try decoder.placedSections(most: most)
      case "reconfigure":
        try decoder.elements { (decoder, _) throws(RecordingError) in
          var placed = Recording.Batch.PlacedLabel(index: 0, label: Recording.Label(title: ""))
          try decoder.tuple(4, "[index, title, header, footer]") {
            (decoder, i) throws(RecordingError) in
            if i == 0 {
              placed.index = try decoder.index()
            } else {
              try decoder.text(i - 1, of: &placed.label)
            }
          }
          sections.reconfigures.append(placed)
        }
      default: return false
      }
      return true
    }
    return sections
  }
}

extension Changes {
  /// The list of a verb besides moves.
  fileprivate subscript(verb: PlannedOperation.Verb) -> [Index] {
    get {
      switch verb {
      case .delete: deletes
      case .insert: inserts
      case .reload: reloads
      case .reconfigure: reconfigures
      case .move: []
      }
    }
    set {
      switch verb {
      case .delete: deletes = newValue
      case .insert: inserts = newValue
      case .reload: reloads = newValue
      case .reconfigure: reconfigures = newValue
      case .move: break
      }
    }
  }
}
