import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Three versions of a table, made one.
struct MergedVersionsTests {
  @Test(
    "3,000 random triples merge as a naive model merges them, and what nobody touched keeps its bytes"
  )
  func random() throws {
    var conflicting = 0
    for seed in 0..<3000 {
      let triple = RandomTriple(seed: UInt64(seed))
      let model = TripleModel(triple)
      if !model.conflicts.isEmpty { conflicting += 1 }
      for side in TripleSide.allCases {
        let merge = try MergedFiles(triple)
        expectEqual(merge.conflicts, model.conflicts, "seed \(seed)")
        let text = try merge.text(keeping: side)
        var (rows, wanted) = (
          TripleModel.rows(of: text, besides: model.returning), model.rows(keeping: side)
        )
        // What both add at one place has no order of its own there.
        if model.isReordered { (rows, wanted) = (rows.sorted(), wanted.sorted()) }
        expectEqual(rows, wanted, "seed \(seed), \(side)")
        for line in model.untouched(keeping: side, triple) {
          expect(
            text.split(separator: "\n").contains(line[...]), "seed \(seed): \(line) in\n\(text)")
        }
      }
    }
    expect(conflicting > 400 && conflicting < 2500, "\(conflicting)")
  }

  @Test(
    "of 200 triples git's own merge leaves more in conflict, and none that merge here without one")
  func besideGit() throws {
    let folder = TemporaryFolder()
    var (git, here, both) = (0, 0, 0)
    for seed in 0..<200 {
      let triple = RandomTriple(seed: UInt64(seed))
      for (name, table) in [
        ("base", triple.base), ("ours", triple.ours), ("theirs", triple.theirs),
      ] { _ = folder.write(table.text, to: name) }
      let merged = try ChildProcess.run(
        "/usr/bin/env", ["git", "merge-file", "-p", "ours", "base", "theirs"],
        directory: folder.path)
      // Without git there is nothing to compare.
      if merged.status == 127 { return }
      let isOpen = try !MergedFiles(triple).conflicts.isEmpty
      if merged.status != 0 { git += 1 }
      if isOpen { here += 1 }
      if merged.status != 0, isOpen { both += 1 }
    }
    expect(git > here && git - both > 40, "\(git) conflicts of git, \(here) here, \(both) of both")
  }

  @Test("a marked text holds both sides and what was before, and merges to the same conflicts")
  func marked() throws {
    var count = 0
    for seed in 0..<1500 {
      let triple = RandomTriple(seed: UInt64(seed))
      let merge = try MergedFiles(triple)
      guard !merge.conflicts.isEmpty else { continue }
      count += 1
      let (ours, theirs) = (try merge.text(keeping: .ours), try merge.text(keeping: .theirs))
      let base = try merge.textBefore()
      let marked = MarkedText(
        ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8), hasQuotes: true)
      let buffer = try ByteBuffer(marked.bytes)
      let markers = try require(ConflictMarkers(buffer.bytes, isOutsideQuotes: true))
      let versions = try require(markers.versions(of: buffer.bytes))
      expectEqual(String(decoding: versions.ours, as: UTF8.self), ours, "seed \(seed)")
      expectEqual(String(decoding: versions.base, as: UTF8.self), base, "seed \(seed)")
      expectEqual(String(decoding: versions.theirs, as: UTF8.self), theirs, "seed \(seed)")
      let again = try MergedFiles(RandomTriple(base: base, ours: ours, theirs: theirs))
      expectEqual(again.conflicts, merge.conflicts, "seed \(seed)")
      try expectEqual(again.text(keeping: .ours), ours, "seed \(seed)")
      try expectEqual(again.text(keeping: .theirs), theirs, "seed \(seed)")
    }
    expect(count > 150, "\(count)")
  }
}

/// Three texts, merged as `tablesh merge` does.
struct MergedFiles {
  let merged: MergedVersions
  let origin: FileOrigin

  init(_ triple: RandomTriple) throws {
    let ours = try load(triple.ours.text)
    merged = try MergedVersions(
      mine: try load(triple.theirs.text).table, theirs: ours.table,
      base: try load(triple.base.text).table)
    origin = ours.origin.adopted(as: merged.editor.saved, read: ours.table)
  }

  /// Each as `key column`, or what it is about, sorted.
  var conflicts: [String] {
    merged.editor.conflicts.map { conflict in
      switch conflict.kind {
      case .deletedHere, .deletedThere: conflict.key
      default: "\(conflict.key) \(TripleModel.id(conflict.column ?? ""))"
      }
    }.sorted()
  }

  func text(keeping side: TripleSide) throws -> String {
    var editor = merged.editor
    let conflicts = editor.conflicts
    try editor.resolve(conflicts, keeping: side == .ours ? .theirs : .mine, title: "merge")
    return String(decoding: try origin.bytes(of: editor.table), as: UTF8.self)
  }

  func textBefore() throws -> String {
    String(decoding: try origin.bytes(of: merged.tableBefore()), as: UTF8.self)
  }
}
