import TableKit
import TestSupport
import Testing

@testable import TableSources

/// Journals of unsaved work, damaged at random.
@Suite struct JournalDamageTests {
  @Test(
    "of a damaged journal all records before the damage are read, none is invented, and the damage is told"
  )
  func damage() throws {
    let work = try JournaledWork()
    Rounds.run("journal damage", few: 60, many: 4000) { random in
      let damaged = work.damaged(&random)
      do {
        try work.read(damaged)
        if random.oneIn(20) { try work.recover(damaged) }
      } catch {
        throw Mismatch("\(error)\n\(damaged.what) of \(work.whole.count) bytes, \(work.ends)")
      }
    }
  }
}

/// A journal, and what was done to it.
private struct DamagedJournal {
  var bytes: [UInt8]
  var what = ""
}

/// Unsaved work on a file: its journal, and what each record of it led to.
private final class JournaledWork {
  /// The journal as it was written.
  private(set) var whole: [UInt8] = []
  /// Where each record ends, the first being what is written about the source.
  private(set) var ends: [Int] = []

  private let folder: TemporaryFolder
  private let journal: String
  private var records: [[UInt8]] = []
  /// What the table is after so many records.
  private var texts: [String] = []

  init() throws {
    folder = try TemporaryFolder()
    let lines = (0..<6).map { "\($0),n\($0)\n" }
    let source = try folder.write("id,name\n" + lines.joined(), to: "people.csv")
    let loaded = try LoadedTable(path: source)
    let recorded = RecordedEditor(loaded.table, fresh: try LoadedTable(path: source).table)
    for number in 0..<12 {
      if number % 5 == 4 {
        try recorded.editor.undo()
      } else {
        let column = loaded.table.columns[1].id
        let change = CellChange(RowID(UInt32(number % 6)), column, Cell("v\(number)"))
        try recorded.editor.perform([.update([change])], title: "step \(number)")
      }
    }
    records = recorded.records
    var replay = EditorReplay(fresh: try LoadedTable(path: source).table)
    texts = [Self.text(replay.editor.table)]
    for record in records {
      try replay.follow(record)
      texts.append(Self.text(replay.editor.table))
    }
    try require(texts.last == Self.text(recorded.editor.table), "the journal leads elsewhere")
    let resolved = JournalFolder.resolved(source) ?? source
    let base = JournalBase(
      loaded.origin, path: resolved, reading: ReadOptions(), loader: nil, sectionColumn: nil)
    let file = try JournalFolder(path: "\(folder.path)/state/tablesh/journal").make(
      source: resolved, base: base, records: [], origin: loaded.origin)
    journal = String(file.path.dropFirst(folder.path.count + 1))
    whole = folder.bytes(journal) ?? []
    ends = [whole.count]
    for record in records {
      try file.append(record)
      whole = folder.bytes(journal) ?? []
      ends.append(whole.count)
    }
    // The thread that syncs it may hold it, and its lock, for a while.
    file.retire()
  }

  private static func text(_ table: Table) -> String {
    let lines = table.allRows.map { table.cells($0).map(\.text).joined(separator: ",") + "\n" }
    return "id,name\n" + lines.joined()
  }

  /// The journal, changed somewhere.
  func damaged(_ random: inout SeededGenerator) -> DamagedJournal {
    var damaged = DamagedJournal(bytes: whole)
    let start = random.oneIn(4) ? 0 : ends[0]
    for _ in 0...(random.oneIn(3) ? 1 : 0) where damaged.bytes.count > start {
      let place = start + random.below(damaged.bytes.count - start)
      let rest = damaged.bytes.count - place
      switch random.below(6) {
      case 0, 1:
        damaged.bytes[place] ^= 1 << UInt8(random.below(8))
        damaged.what += "bit \(place); "
      case 2:
        damaged.bytes.removeSubrange(place...)
        damaged.what += "cut at \(place); "
      case 3:
        let count = random.oneIn(2) ? rest : random.below(rest)
        for i in place..<place + count { damaged.bytes[i] = 0 }
        damaged.what += "\(count) zeros at \(place); "
      case 4:
        damaged.bytes += damaged.bytes[place...]
        damaged.what += "twice from \(place); "
      default:
        let from = random.pick(ends.dropLast())
        damaged.bytes.insert(contentsOf: whole[from...], at: min(place, damaged.bytes.count))
        damaged.what += "records from \(from) at \(place); "
      }
    }
    return damaged
  }

  /// How many records stand whole before the damage; nil where that is in front of all of them.
  private func intact(_ damaged: DamagedJournal) -> Int? {
    let same = zip(whole, damaged.bytes).prefix { $0 == $1 }.count
    return ends.lastIndex { $0 <= same }
  }

  /// Throws unless a damaged journal is read up to the damage.
  func read(_ damaged: DamagedJournal) throws {
    let path = "\(folder.path)/damaged.journal"
    try folder.write(damaged.bytes, to: "damaged.journal")
    guard let intact = intact(damaged) else {
      // Without the name of the source there is nothing to go by; without crashing, that is.
      _ = try? Journal(path: path, isPartial: true)
      return
    }
    let journal = try Journal(path: path, isPartial: true)
    let count = journal.records.count
    try require(
      count >= intact && journal.records.elementsEqual(records.prefix(count)),
      "\(count) records are read, where \(intact) stand before the damage")
    let isTold = journal.isTorn || journal.damagedRecord != nil
    let isCut = ends.contains(damaged.bytes.count) && whole.starts(with: damaged.bytes)
    try require(
      isTold || isCut || damaged.bytes == whole, "\(count) records are read without a word")
    if journal.damagedRecord == nil { return }
    do {
      _ = try Journal(path: path)
      throw Mismatch("the damaged journal is read although only a part was asked for")
    } catch is JournalError {}
  }

  /// Throws unless the program brings back what stands before the damage.
  func recover(_ damaged: DamagedJournal) throws {
    try folder.write(damaged.bytes, to: journal)
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--no-init", "--quiet", "--keep-going", "people.csv", "-c", "recover --partial", "-c",
        "export --format csv -; quit!",
      ], environment: ["XDG_STATE_HOME": "\(folder.path)/state"], directory: folder.path)
    try require(child.status < 128, "the program ended with \(child.status): \(child.errors)")
    let least = intact(damaged) ?? 0
    try require(
      texts[least...].contains(child.output) || least == 0 && child.output == texts[0],
      "after \(least) records \(child.output.debugDescription) comes back: \(child.errors)")
    guard child.output != texts[texts.count - 1] else { return }
    let words = ["damaged", "not written whole", "no journal", "no unsaved", "format"]
    try require(
      words.contains { child.errors.contains($0) } || whole.starts(with: damaged.bytes),
      "nothing is said of the damage: \(child.errors)")
  }
}
