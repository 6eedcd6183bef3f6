#if DIFFERENCEKIT
  import DifferenceKit

  extension Row: Differentiable {
    var differenceIdentifier: ID { id }

    func isContentEqual(to source: Row) -> Bool { content == source.content }
  }

  extension Section: DifferentiableSection {
    var differenceIdentifier: ID { id }

    var elements: [Row<ID>] { rows }

    init<C: Swift.Collection>(source: Section, elements: C) where C.Element == Row<ID> {
      self.init(id: source.id, content: source.content, rows: Array(elements))
    }

    func isContentEqual(to source: Section) -> Bool { content == source.content }
  }

  /// DifferenceKit's `StagedChangeset`: its linear one for tables of one section.
  enum DifferenceKitEngine {
    /// Plans from sections of an app.
    static func contender<ID>(_ pairs: [TablePair<ID>]) -> Contender {
      if pairs.allSatisfy({ $0.old.count == 1 && $0.new.count == 1 }) {
        let lists = pairs.map { Pair(old: $0.old[0].rows, new: $0.new[0].rows) }
        return Contender(
          solve: { lists.map { StagedChangeset(source: $0.old, target: $0.new) } },
          answers: { changesets in
            try zip(lists, changesets).map { list, changesets in
              let grown = changesets.reduce(0) {
                $0 + $1.elementInserted.count - $1.elementDeleted.count
              }
              guard grown == list.new.count - list.old.count else {
                throw BenchError.wrongAnswer(.differenceKit, "the counts do not add up")
              }
              return Answer(changesets)
            }
          },
          bytes: { $0.reduce(0) { $0 + Self.bytes($1) } })
      }
      return Contender(
        solve: { pairs.map { StagedChangeset(source: $0.old, target: $0.new) } },
        answers: { changesets in
          try zip(pairs, changesets).map { pair, changesets in
            let grown = changesets.reduce(0) {
              $0 + $1.sectionInserted.count - $1.sectionDeleted.count
            }
            guard grown == pair.new.count - pair.old.count else {
              throw BenchError.wrongAnswer(.differenceKit, "the counts do not add up")
            }
            return Answer(changesets)
          }
        },
        bytes: { $0.reduce(0) { $0 + Self.bytes($1) } })
    }

    /// The bytes of the operations on rows; the data of the stages are not counted.
    private static func bytes<C>(_ changesets: StagedChangeset<C>) -> Int {
      changesets.reduce(0) {
        let single = $1.elementDeleted.count + $1.elementInserted.count + $1.elementUpdated.count
        return $0 + (single + 2 * $1.elementMoved.count) * MemoryLayout<ElementPath>.stride
      }
    }
  }

  extension Answer {
    /// What a staged changeset comes to.
    fileprivate init<C>(_ changesets: StagedChangeset<C>) {
      operations = changesets.reduce(0) { $0 + $1.changeCount }
      moves = changesets.reduce(0) { $0 + $1.sectionMoved.count + $1.elementMoved.count }
      stages = changesets.count
    }
  }
#endif
