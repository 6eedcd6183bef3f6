// What the code for SwiftUI uses of it, declared by hand, so that the types are checked where there is no
// SwiftUI. Nothing here is run.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UIKit

@MainActor @preconcurrency public protocol UIViewControllerRepresentable {
  associatedtype UIViewControllerType: UIViewController
  typealias Context = UIViewControllerRepresentableContext<Self>
  func makeUIViewController(context: Context) -> UIViewControllerType
  func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
}

@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<
  Representable: UIViewControllerRepresentable
> {}
