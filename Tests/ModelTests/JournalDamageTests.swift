import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableSources

/// Journals of unsaved work, damaged at random.
struct JournalDamageTests {
  @Test(
    "of a damaged journal all records before the damage come back, none is invented, the damage is told, and what could not be read stays"
  )
  func damage() throws {
    let work = try JournaledWork()
    Rounds.run("journal damage", few: 60, many: 4000) { random in
      let damaged = work.damaged(&random)
      do {
        try work.read(damaged)
        if random.oneIn(damaged.isInHeader ? 5 : 20) { try work.recover(damaged) }
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
  /// Whether it may be damaged in front of all that was done.
  var isInHeader = false
}

/// Unsaved work on a file: its journal, and what each record of it led to.
private final class JournaledWork {
  /// The journal as it was written.
  private(set) var whole: [UInt8] = []
  /// Where each record ends, the first being what is written about the source.
  private(set) var ends: [Int] = []
  /// Where the lines at its start end, which say whose it is.
  private let headerEnd: Int
  private let source: String

  private let folder: TemporaryFolder
  private let journal: String
  private var records: [[UInt8]] = []
  /// What the table is after so many records.
  private var texts: [String] = []

  init() throws {
    folder = try TemporaryFolder()
    let lines = (0..<6).map { "\($0),n\($0)\n" }
    let written = try folder.write("id,name\n" + lines.joined(), to: "people.csv")
    let loaded = try LoadedTable(path: written)
    let recorded = RecordedEditor(loaded.table, fresh: try LoadedTable(path: written).table)
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
    var replay = EditorReplay(fresh: try LoadedTable(path: written).table)
    texts = [Self.text(replay.editor.table)]
    for record in records {
      try replay.follow(record)
      texts.append(Self.text(replay.editor.table))
    }
    try require(texts.last == Self.text(recorded.editor.table), "the journal leads elsewhere")
    let resolved = JournalFolder.resolved(written) ?? written
    source = resolved
    let base = JournalBase(
      loaded.origin, path: resolved, reading: ReadOptions(), loader: nil, sectionColumn: nil)
    let file = try JournalFolder(path: "\(folder.path)/\(state)").make(
      source: resolved, base: base, records: [], origin: loaded.origin)
    journal = String(file.path.dropFirst(folder.path.count + 1))
    whole = folder.bytes(journal) ?? []
    let empty = zip(whole, whole.dropFirst()).enumerated().first { $1 == (0x0A, 0x0A) }
    headerEnd = (empty?.offset ?? 0) + 2
    ends = [whole.count]
    for record in records {
      try file.append(EditorRecord(record))
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
    damaged.isInHeader = random.oneIn(4)
    let start = damaged.isInHeader ? 0 : ends[0]
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

  /// How many records stand whole before the damage, what is written about the source not counted;
  /// nil where not even that does.
  ///
  /// - Parameter knowsSource: whether it is known whose journal it is: then the first lines may say
  ///   anything, as long as there are as many bytes of them.
  private func intact(_ damaged: DamagedJournal, knowsSource: Bool) -> Int? {
    let start = knowsSource ? headerEnd : 0
    let same = zip(whole[start...], damaged.bytes.dropFirst(start)).prefix { $0 == $1 }.count
    return ends.lastIndex { $0 <= start + same }
  }

  /// Throws unless a damaged journal is read up to the damage.
  func read(_ damaged: DamagedJournal) throws {
    let path = "\(folder.path)/damaged.journal"
    try folder.write(damaged.bytes, to: "damaged.journal")
    try read(damaged, path, of: nil)
    try read(damaged, path, of: source)
  }

  private func read(_ damaged: DamagedJournal, _ path: String, of source: String?) throws {
    guard let intact = intact(damaged, knowsSource: source != nil) else {
      let journal = try? Journal(path: path, of: source, isPartial: true)
      // By its own word it may be another source's; no record is made up all the same.
      let isHonest = journal.map { records.starts(with: $0.records) } ?? true
      return try require(
        source == nil ? isHonest : journal == nil,
        "it is read although not even its first record is whole")
    }
    let journal = try Journal(path: path, of: source, isPartial: true)
    let count = journal.records.count
    try require(
      count >= intact && journal.records.elementsEqual(records.prefix(count)),
      "\(count) records are read, where \(intact) stand before the damage")
    try require(
      journal.isTorn || journal.isDamaged || isCut(damaged) || saysTheSame(damaged),
      "\(count) records are read without a word")
    if journal.damagedRecord == nil { return }
    let whole = try? Journal(path: path, of: source)
    try require(
      whole == nil, "the damaged journal is read although only a part was asked for")
  }

  /// Whether a journal ends where a record did: it may have been left so.
  private func isCut(_ damaged: DamagedJournal) -> Bool {
    ends.contains(damaged.bytes.count) && whole.starts(with: damaged.bytes)
  }

  /// Whether all that differs is who wrote it and the word before that, which nobody needs.
  private func saysTheSame(_ damaged: DamagedJournal) -> Bool {
    let line = whole.prefix { $0 != 0x0A }.count + 1
    let end = line + whole[line...].prefix { $0 != 0x0A }.count
    return damaged.bytes.count == whole.count && damaged.bytes[..<line] == whole[..<line]
      && damaged.bytes[end...] == whole[end...]
  }

  /// Throws unless the program tells of the damage, brings back what stands before it, and keeps
  /// what could not be read.
  func recover(_ damaged: DamagedJournal) throws {
    try folder.write(damaged.bytes, to: journal)
    defer {
      for name in files() { unlink("\(folder.path)/\(state)/\(name)") }
    }
    let least = intact(damaged, knowsSource: true)
    let isWhole = isCut(damaged) || saysTheSame(damaged)
    let list = try run(["-c", "recover --list"])
    try require(list.status < 128, "the program ended with \(list.status): \(list.errors)")
    // Of a journal without a change nobody needs to hear.
    let isIdle = isCut(damaged) && damaged.bytes.count == ends[0]
    try require(
      isIdle || !list.output.contains("no unsaved work") && list.errors.contains("unsaved work"),
      "unsaved work is not told: \(list.output)\(list.errors)")
    if isIdle { return }
    try require(
      folder.bytes(journal) == damaged.bytes, "looking at the journal has changed or deleted it")

    let child = try run([
      "--quiet", "--keep-going", "-c", "recover --partial", "-c", "export --format csv -; quit!",
    ])
    try require(child.status < 128, "the program ended with \(child.status): \(child.errors)")
    try require(
      texts[(least ?? 0)...].contains(child.output),
      "after \(least ?? 0) records \(child.output.debugDescription) comes back: \(child.errors)")
    let words = [
      "damaged", "not written whole", "is not a journal", "is of version", "later version",
    ]
    let isTold = words.contains { child.errors.contains($0) }
    try require(isTold || isWhole, "nothing is said of the damage: \(child.errors)")
    try require(least == nil || child.status == 0, "what can be read is refused: \(child.errors)")
    // A last record that is not whole is cut off; anything else that is damaged stays.
    let isTorn = least != nil && !child.errors.contains("damaged")
    let kept = files().contains { folder.bytes("\(state)/\($0)") == damaged.bytes }
    try require(isTorn || kept, "the damaged journal is gone: \(files())")
    guard least != nil, kept else { return }
    let later = try run(["--quiet", "--keep-going", "-c", "recover --list; recover"])
    try require(
      (later.output + later.errors).contains(".damaged"),
      "the damaged journal is not told of: \(later.output)\(later.errors)")
  }

  private let state = "state/tablesh/journal"

  /// The files that lie where journals do.
  private func files() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(state)")) ?? []
  }

  private func run(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess.run(home: folder, ["--no-init", "people.csv"] + arguments)
  }
}
