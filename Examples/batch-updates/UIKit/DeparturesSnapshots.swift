#if canImport(UIKit)
  import BatchUpdates
  import BatchUpdatesUIKit
  import UIKit

  /// The board in a table view with a diffable data source.
  @available(iOS 14.0, tvOS 14.0, *)
  @MainActor
  final class DeparturesSnapshots {
    private var board: [Status] = []
    private var flights: [String: Flight] = [:]
    private var source: UITableViewDiffableDataSource<String, String>?

    /// Takes over a table view.
    func attach(to tableView: UITableView) {
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "flight")
      source = UITableViewDiffableDataSource(tableView: tableView) {
        [weak self] tableView, indexPath, id in
        let cell = tableView.dequeueReusableCell(withIdentifier: "flight", for: indexPath)
        guard let flight = self?.flights[id] else { return cell }
        var content = cell.defaultContentConfiguration()
        content.text = "\(flight.time) \(flight.city)"
        content.secondaryText = "\(flight.id), gate \(flight.gate)"
        cell.contentConfiguration = content
        return cell
      }
    }

    /// Shows another board.
    func show(_ new: [Status]) throws {
      let snapshot = try NSDiffableDataSourceSnapshot(new, since: board)
      board = new
      flights = Dictionary(uniqueKeysWithValues: new.flatMap(\.rows).map { ($0.id, $0) })
      source?.apply(snapshot, animatingDifferences: true)
    }
  }
#endif
