#if canImport(UIKit)
  import BatchUpdates
  import BatchUpdatesUIKit
  import UIKit

  /// The board in a table view.
  @available(iOS 14.0, tvOS 14.0, *)
  final class DeparturesTable: UITableViewController {
    private var board: [Status] = []

    /// Shows another board.
    func show(_ new: [Status]) throws {
      let updates = try Planner().updates(from: board, to: new)
      tableView.apply(
        updates,
        inserting: .top,
        deleting: .fade,
        setData: { [weak self] in self?.board = $0 },
        redrawHeaders: { [weak self] in self?.redrawHeaders($0) })
    }

    private func redrawHeaders(_ sections: IndexSet) {
      for section in sections {
        let header = tableView.headerView(forSection: section)
        header?.textLabel?.text = tableView(tableView, titleForHeaderInSection: section)
        header?.setNeedsLayout()
      }
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "flight")
    }

    override func numberOfSections(in tableView: UITableView) -> Int {
      board.count
    }

    override func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? {
      "\(board[section].id) \(board[section].remark)"
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      board[section].rows.count
    }

    override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let flight = board[indexPath.section].rows[indexPath.row]
      let cell = tableView.dequeueReusableCell(withIdentifier: "flight", for: indexPath)
      var content = cell.defaultContentConfiguration()
      content.text = "\(flight.time) \(flight.city)"
      content.secondaryText = "\(flight.id), gate \(flight.gate)"
      cell.contentConfiguration = content
      return cell
    }
  }
#endif
