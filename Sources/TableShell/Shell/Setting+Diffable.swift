import TableInteraction
import TableKit

extension Setting {
  /// The version of iOS whose behaviour `apply` follows, where versions differ (rule J7).
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
  /// Applies a snapshot; until the command ends no other can be applied.
  ///
  /// - Throws: `applying` if one was applied in this command.
  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String, on document: Document
  ) throws(CommandError) -> Transaction {
    guard !context.appliesSnapshot else { throw .edit(.applying) }
    context.appliesSnapshot = true
    return try perform([.apply(snapshot, applying(how))], title: title, on: document)
  }

  /// Returns how a snapshot is applied on the iOS version set: without animation, versions before
  /// 15 reload the data.
  func applying(_ how: SnapshotApplying) -> SnapshotApplying {
    how == .unanimated && diffableIOS < 15 ? .reloadData : how
  }
}
