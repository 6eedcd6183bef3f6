import TableInteraction
import TableKit
import Wording

/// How rows and sections of a snapshot are typed.
extension Invocation {
  /// Turns an error of a snapshot into one of the command.
  ///
  /// - Parameter snapshot: what names are looked for in.
  func taking<Result>(
    _ snapshot: Snapshot, _ body: () throws(SnapshotError) -> Result
  ) throws(CommandError) -> Result {
    do throws(SnapshotError) { return try body() } catch {
      throw .edit(.snapshot(error, in: snapshot))
    }
  }

  /// At least one word.
  func some(_ words: [Word]) throws(CommandError) -> [Word] {
    guard !words.isEmpty else { throw usage("'snapshot' needs more arguments") }
    return words
  }

  /// The words before a keyword, and the one behind it, which is the last.
  func part(
    _ words: [Word], at keywords: [String], isOptional: Bool = false
  ) throws(CommandError) -> (before: [Word], keyword: String, behind: Word?) {
    guard let index = words.lastIndex(where: { word in keywords.contains { word.is($0) } }) else {
      if isOptional { return (words, "", nil) }
      throw usage("'\(Counts.list(keywords, last: "or"))' is missing")
    }
    guard index == words.count - 2 else {
      throw usage("one name is wanted behind '\(words[index].text)'")
    }
    return (Array(words[..<index]), words[index].text, words[index + 1])
  }

  /// The same, where the keyword must be there.
  func parts(
    _ words: [Word], at keywords: [String]
  ) throws(CommandError) -> (before: [Word], keyword: String, behind: Word) {
    let (before, keyword, behind) = try part(words, at: keywords)
    guard let behind else { throw usage("'\(Counts.list(keywords, last: "or"))' is missing") }
    return (before, keyword, behind)
  }

  /// `ROW … before|after ROW`
  func beside(
    _ words: [Word], in snapshot: Snapshot
  ) throws(CommandError) -> (rows: [String], side: Snapshot.Side, row: String) {
    let (before, keyword, behind) = try parts(words, at: ["before", "after"])
    let rows = try identifiers(before, in: snapshot)
    return (rows, keyword == "before" ? .before : .after, try identifier(behind, in: snapshot))
  }

  /// The identifiers of rows: each word is one, or together they are a target of rows that are
  /// there.
  func identifiers(
    _ words: [Word], in snapshot: Snapshot
  ) throws(CommandError) -> [String] {
    let isTarget = words.contains { word in
      word.isUnquoted && (Quoting.keywords.contains(word.text) || word.text == "*")
    }
    if isTarget || lua?.kind == .condition {
      let table = try document().table
      return try rows(try target(words)).map { table.key(of: $0) }
    }
    return try some(words).map { word throws(CommandError) in
      try identifier(word, in: snapshot)
    }
  }

  /// The identifier of a row: `P1`, `@P1`, or where it stands in a snapshot, `0:2`.
  func identifier(_ word: Word, in snapshot: Snapshot) throws(CommandError) -> String {
    if word.unquotedStart.hasPrefix("@") {
      return try reading { () throws(SyntaxError) in try word.keyComponents() }
        .joined(separator: "/")
    }
    let pieces = word.split(at: ":")
    guard pieces.count == 2, pieces[1].isUnquoted, let index = Int(pieces[1].text) else {
      return word.text
    }
    let section = try section(pieces[0], in: snapshot)
    let rows = snapshot.rows(in: section)
    let place = index < 0 ? rows.count + index : index
    guard rows.indices.contains(place) else {
      let s = snapshot.sections.firstIndex(of: section) ?? 0
      throw .edit(.noSuchRow(.init(s, index), count: rows.count, section: section))
    }
    return rows[place]
  }

  /// The name of a section: an index in a snapshot, or a name, else a title in the table.
  func section(_ word: Word, in snapshot: Snapshot) throws(CommandError) -> String {
    let reference = try reading { () throws(SyntaxError) in try SectionReference(word) }
    switch reference {
    case .index(let index):
      guard snapshot.sections.indices.contains(index) else {
        throw .edit(.noSuchSection(index, count: snapshot.sections.count))
      }
      return snapshot.sections[index]
    case .name(let name):
      if snapshot.sections.contains(name) { return name }
      let table = try document().table
      let titled = table.sections.filter { $0.title == name && snapshot.sections.contains($0.name) }
      guard titled.count == 1 else {
        let error = SnapshotError.noSuchSection(name)
        throw .edit(.snapshot(error, in: snapshot))
      }
      return titled[0].name
    }
  }
}
