extension Violation {
  /// The sentence that UIKit's exception has for it, on one line, so that it can be looked for.
  ///
  /// An index path is printed as UIKit prints one, without the address of the object; of what it
  /// lists, up to 20 rows and updates. `CrashMessage` of `BatchCheck` reads these sentences. No
  /// sentence of UIKit is known for what concerns a reconfigure alone: they are in our words.
  ///
  /// Source: the messages that people paste into public bug reports.
  package var exception: String {
    switch self {
    case .deleteAndReload(let place): "attempt to delete and reload the same \(Self.same(place))"
    case .deleteAndMove(let place):
      "attempt to perform a delete and a move from the same \(Self.same(place))"
    case .deleteAndReconfigure(let place):
      "attempt to delete and reconfigure the same \(Self.same(place))"
    case .insertAndMove(let place):
      "attempt to perform an insert and a move to the same \(Self.same(place))"
    case .deleteSectionOutOfBounds(let section, let count):
      "attempt to delete section \(section)" + Self.only(count, .section, .before)
    case .insertSectionOutOfBounds(let section, let count):
      "attempt to insert section \(section)" + Self.only(count, .section, .after)
    case .deleteRowSectionOutOfBounds(let path, let count):
      "attempt to delete row \(path.row) from section \(path.section)"
        + Self.only(count, .section, .before)
    case .insertRowSectionOutOfBounds(let path, let count):
      "attempt to insert row \(path.row) into section \(path.section)"
        + Self.only(count, .section, .after)
    case .deleteRowOutOfBounds(let path, let count):
      "attempt to delete row \(path.row) from section \(path.section) which only contains \(count)"
        + " rows before the update"
    case .insertRowOutOfBounds(let path, let count):
      "attempt to insert row \(path.row) into section \(path.section)"
        + Self.only(count, .row, .after, in: path.section)
    case .reconfigureOutOfBounds(.section(let section), let count):
      "attempt to reconfigure section \(section)" + Self.only(count, .section, .before)
    case .reconfigureOutOfBounds(.row(let path), let count):
      "attempt to reconfigure index path (\(Self.indexPath(path))) that does not exist - there are"
        + " only \(count) before the update"
    case .moveSectionSource(let from, _, let count):
      "attempt to move section \(from)" + Self.only(count, .section, .before)
    case .moveSectionDestination(let from, let to, let count):
      "attempt to move section \(from) to section \(to)" + Self.only(count, .section, .after)
    case .moveRowSource(let from, _, let missing, let count):
      "attempt to move index path (\(Self.indexPath(from)))"
        + Self.missing(missing, "from a", count, .before, in: from.section)
    case .moveRowDestination(let from, let to, let missing, let count):
      "attempt to move index path (\(Self.indexPath(from))) to index path (\(Self.indexPath(to)))"
        + Self.missing(missing, "in", count, .after, in: to.section)
    case .moveSameSource(let from, let first, let second):
      "attempt to move \(Self.moved(from)) to both \(Self.other(first)) and \(Self.other(second))"
    case .moveSameDestination(let first, let second, let to):
      "attempt to move both \(Self.moved(first)) and \(Self.other(second)) to \(Self.other(to))"
    case .moveOutOfDeleted(let section): "cannot move a row from a deleted section (\(section))"
    case .moveIntoInserted(let section):
      "cannot move a row into a newly inserted section (\(section))"
    case .sectionCount(let before, let after, let inserted, let deleted):
      "Invalid update: invalid number of sections. The number of sections contained in the table"
        + " view after the update (\(after)) must be equal to the number of sections contained in"
        + " the table view before the update (\(before)), plus or minus the number of sections"
        + " inserted or deleted (\(inserted) inserted, \(deleted) deleted)."
    case .rowCount(
      let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
      "Invalid update: invalid number of rows in section \(section). The number of rows contained"
        + " in an existing section after the update (\(after)) must be equal to the number of rows"
        + " contained in that section before the update (\(before)), plus or minus the number of"
        + " rows inserted or deleted from that section (\(inserted) inserted, \(deleted) deleted)"
        + " and plus or minus the number of rows moved into or out of that section (\(movedIn)"
        + " moved in, \(movedOut) moved out)."
    case .invalidBatch(let before, let after, let updates):
      "Invalid batch updates detected: the number of sections and/or rows returned by the data"
        + " source before and/or after performing the batch updates are inconsistent with the"
        + " updates. Data source before updates = \(Self.rows(before)) Data source after updates ="
        + " \(Self.rows(after)) Updates = [ \(Self.cut(updates).joined(separator: ", ")) ]"
    }
  }

  /// True if no message of UIKit is known for it, so that ``exception`` is in our words.
  private var isInOurWords: Bool {
    switch self {
    case .deleteAndReconfigure, .reconfigureOutOfBounds: true
    default: false
    }
  }

  /// UIKit's sentence, or ours with the note that none of UIKit is known.
  ///
  /// - Parameter isOfCollectionView: true to say items and collection view.
  package func sentence(isOfCollectionView: Bool = false) -> String {
    if isInOurWords { return "no sentence of its own is known; in our words: " + exception }
    return isOfCollectionView ? Self.withItems(exception) : exception
  }

  /// The name of the exception and its sentence.
  package func namedSentence(isOfCollectionView: Bool = false) -> String {
    (isInOurWords ? "" : "NSInternalInconsistencyException, ")
      + sentence(isOfCollectionView: isOfCollectionView)
  }

  /// A sentence about a table view as a collection view says it.
  private static func withItems(_ sentence: String) -> String {
    let words = ["row": "item", "rows": "items", "table": "collection"]
    var all = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for i in all.indices {
      let word = all[i].prefix { $0.isLetter }
      if word == "a", i + 1 < all.count, all[i + 1] == "row" { all[i] = "an" }
      if let other = words[String(word)] { all[i] = other + all[i].dropFirst(word.count) }
    }
    return all.joined(separator: " ")
  }

  // MARK: Parts of sentences

  private enum Side: String {
    case before, after
  }

  /// `, but there are only 4 rows in section 0 after the update`. UIKit writes the plural always.
  private static func only(
    _ count: Int, _ what: Missing, _ side: Side, in section: Int? = nil
  ) -> String {
    ", but there are only \(count) \(what.rawValue)s"
      + (section.map { " in section \($0)" } ?? "") + " \(side.rawValue) the update"
  }

  /// ` that does not exist - there are only 3 rows in section 0 after the update`.
  private static func missing(
    _ what: Missing, _ preposition: String, _ count: Int, _ side: Side, in section: Int
  ) -> String {
    switch what {
    case .section:
      " \(preposition) section that does not exist - there are only \(count) sections"
        + " \(side.rawValue) the update"
    case .row:
      " that does not exist - there are only \(count) rows in section \(section)"
        + " \(side.rawValue) the update"
    }
  }

  private static func indexPath(_ path: RowPath) -> String {
    "{length = 2, path = \(path.section) - \(path.row)}"
  }

  private static func same(_ place: SectionOrRow) -> String {
    switch place {
    case .section(let section): "section (\(section))"
    case .row(let path): "index path (\(indexPath(path)))"
    }
  }

  private static func moved(_ place: SectionOrRow) -> String {
    if case .row = place { "row at index path " + other(place) } else { other(place) }
  }

  private static func other(_ place: SectionOrRow) -> String {
    switch place {
    case .section(let section): "section \(section)"
    case .row(let path): indexPath(path)
    }
  }

  private static func rows(_ counts: [Int]) -> String {
    "{ \(counted(counts.count, "section")) with row counts: "
      + "[\(cut(counts.map { "\($0)" }).joined(separator: ", "))] }"
  }

  private static func cut(_ texts: [String]) -> [String] {
    let most = 20
    return texts.count <= most
      ? texts : texts.prefix(most) + ["… \(texts.count - most) more"]
  }
}
