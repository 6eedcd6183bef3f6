import TableInteraction
import TableKit

extension Setting {
  /// Which iOS a snapshot is applied as, where that makes a difference (rule J7).
  static var diffableIOS: Setting {
    Setting(
      name: "diffable-ios", summary: "the iOS as which snapshot apply --no-animation works",
      values: ["14", "15"]
    ) {
      "\($0.diffableIOS)"
    } set: { shell, text in
      guard let version = Int(text), (13...99).contains(version), text == "\(version)" else {
        return false
      }
      shell.diffableIOS = version
      return true
    }
  }
}

extension Shell {
  /// Applies a snapshot; until the command ends, none is applied beside it.
  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String, on document: Document
  ) throws(CommandError) -> Transaction {
    guard !context.appliesSnapshot else { throw .edit(.applying) }
    context.appliesSnapshot = true
    return try perform([.apply(snapshot, applying(how))], title: title, on: document)
  }

  /// What a way of applying is on the iOS that is set: without animation, older ones read
  /// everything again.
  func applying(_ how: SnapshotApplying) -> SnapshotApplying {
    how == .unanimated && diffableIOS < 15 ? .reloadData : how
  }
}
