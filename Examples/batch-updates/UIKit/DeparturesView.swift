#if canImport(SwiftUI) && canImport(UIKit)
  import SwiftUI
  import UIKit

  /// The board in SwiftUI.
  @available(iOS 14.0, tvOS 14.0, *)
  struct DeparturesView: UIViewControllerRepresentable {
    let board: [Status]

    func makeUIViewController(context: Context) -> DeparturesTable { DeparturesTable() }

    func updateUIViewController(_ table: DeparturesTable, context: Context) {
      do {
        try table.show(board)
      } catch {
        assertionFailure("\(error)")
      }
    }
  }
#endif
