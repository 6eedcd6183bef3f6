func remove(_ pilot: Pilot) {
  guard let row = pilots.firstIndex(of: pilot) else { return }
  pilots.remove(at: row)
  tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .fade)
}
