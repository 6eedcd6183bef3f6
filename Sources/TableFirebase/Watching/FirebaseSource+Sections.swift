import TableKit
import TableSources

// The tree in the sections that a loader declares: shown so, and written back.

extension FirebaseSource {
  static func sections(
    _ options: ReadOptions
  ) throws(FirebaseError) -> (SectionLayout?, FirebaseMapping) {
    guard let declared = options.layout else { return (nil, FirebaseMapping()) }
    let layout = try SectionLayout(declared)
    return (layout, FirebaseMapping(declared: layout.keys))
  }

  /// Shows the whole tree in the sections that are declared.
  func showWhole() {
    misfit = nil
    guard let layout else {
      tree = whole
      return whole = FirebaseTree()
    }
    do throws(FirebaseError) { tree = try layout.view(of: whole) } catch {
      (misfit, tree) = (error, FirebaseTree())
    }
  }

  /// Returns what is written for a row.
  func parts(of row: FirebaseSaver.Row) throws(FirebaseError) -> [FirebaseSaver.Row] {
    try layout?.parts(of: row) ?? [row]
  }

  /// Refuses a row that the declared sections have no place for.
  ///
  /// - Throws: `badRow`, a `notDeclared`.
  func check(_ row: FirebaseMapping.Row) throws(FirebaseError) {
    do throws(FirebaseError) { _ = try layout?.places(of: row.path, row.node) } catch {
      throw .badRow(row.identifier, error)
    }
  }

  /// Writes a row of the table into a tree.
  func put(_ node: FirebaseNode?, at path: FirebasePath, in tree: inout FirebaseTree) {
    guard let layout else { return tree.put(node, at: path) }
    for place in (try? layout.places(of: path, node)) ?? [] {
      tree.put(place.part(of: node), at: place.path)
    }
  }
}
