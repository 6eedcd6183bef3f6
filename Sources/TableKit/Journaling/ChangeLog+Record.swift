extension RecordWriter {
  /// Writes all of a log that its plan, summary and undo need.
  mutating func log(_ log: ChangeLog) {
    rows(log.inserted)
    rows(log.deleted)
    rows(log.updated)
    rows(log.moved)
    rows(log.reloaded)
    count(log.cellCount)
    sections(log.arranged.sorted())
    flag(log.sortedCount != nil)
    if let sorted = log.sortedCount { count(sorted) }
    sections(log.insertedSections)
    sections(log.deletedSections)
    sections(log.relabelled)
    flag(log.arrangesSections)
    flag(log.changesColumns)
    flag(log.reloadsData)
    flag(log.repointed)
    rows(log.reconfigured)
    sections(log.reloadedSections)
    flag(log.batch != nil)
    if let batch = log.batch { self.batch(batch) }
  }
}

extension RecordReader {
  /// - Parameter limit: the upper bound of row identities, exclusive.
  mutating func log(below limit: Int) throws(RecordError) -> ChangeLog {
    var log = ChangeLog()
    log.inserted = try rows(below: limit)
    log.deleted = try rows(below: limit)
    for row in try rows(below: limit) { log.update(row) }
    for row in try rows(below: limit) { log.move(row) }
    log.reloaded = try rows(below: limit)
    log.cellCount = try count()
    log.arranged = Set(try sections())
    if try flag() { log.sortedCount = try count() }
    log.insertedSections = try sections()
    log.deletedSections = try sections()
    log.relabelled = try sections()
    log.arrangesSections = try flag()
    log.changesColumns = try flag()
    log.reloadsData = try flag()
    log.repointed = try flag()
    log.reconfigured = try rows(below: limit)
    log.reloadedSections = try sections()
    if try flag() { log.batch = try batch() }
    return log
  }

  private mutating func sections() throws(RecordError) -> [SectionID] {
    try list { (reader) throws(RecordError) in try reader.section() }
  }
}
