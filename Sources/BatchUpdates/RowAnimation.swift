/// How rows and sections appear or disappear where they are inserted, deleted or reloaded.
///
/// Source: UIKit, `UITableView.RowAnimation`; <doc:TheRules>, D21.
package enum RowAnimation: String, CaseIterable, Hashable, Codable, Sendable {
  case fade, right, left, top, bottom, none, middle, automatic
}

/// The animations of a plan, one for each kind of operation that takes one.
///
///     var animations = PlanAnimations(insert: .top)
///     animations[.delete] = .fade
///     animations.chosen(for: stage)          // insert top, delete fade
///
/// Moves and reconfigures take none (rule D2).
package struct PlanAnimations: Hashable, Codable, Sendable {
  /// A kind of operation that takes an animation.
  package enum Operation: String, CaseIterable, Hashable, Sendable {
    case insert, delete, reload
  }

  /// The animation of inserted rows and sections.
  package var insert: RowAnimation
  /// The animation of deleted rows and sections.
  package var delete: RowAnimation
  /// The animation of reloaded rows and sections.
  package var reload: RowAnimation
  /// False if nothing is animated, moves and reconfigures included.
  package var isOn = true

  /// Creates animations; what is left out is UIKit's choice.
  package init(
    insert: RowAnimation = .automatic, delete: RowAnimation = .automatic,
    reload: RowAnimation = .automatic
  ) {
    (self.insert, self.delete, self.reload) = (insert, delete, reload)
  }

  /// Creates animations that are the same for all three kinds of operation.
  package init(all animation: RowAnimation) {
    self.init(insert: animation, delete: animation, reload: animation)
  }

  /// UIKit's choice for everything.
  package static let automatic = PlanAnimations()

  /// No animation at all, as in `UIView.performWithoutAnimation`.
  package static let off: PlanAnimations = {
    var animations = PlanAnimations()
    animations.isOn = false
    return animations
  }()

  /// The animation of a kind of operation.
  package subscript(operation: Operation) -> RowAnimation {
    get {
      switch operation {
      case .insert: insert
      case .delete: delete
      case .reload: reload
      }
    }
    set {
      switch operation {
      case .insert: insert = newValue
      case .delete: delete = newValue
      case .reload: reload = newValue
      }
    }
  }
}

extension PlanAnimations {
  /// Returns the animations that are not automatic, of the operations in a stage.
  ///
  /// Where nothing is animated that is `none` for every operation, `move` and `reconfigure`
  /// included.
  ///
  /// - Complexity: O(1).
  package func chosen(for stage: Stage) -> [(operation: String, animation: RowAnimation)] {
    let (sections, rows) = (stage.sections, stage.rows)
    let present = [
      ("insert", insert, !sections.inserts.isEmpty || !rows.inserts.isEmpty),
      ("delete", delete, !sections.deletes.isEmpty || !rows.deletes.isEmpty),
      ("move", .automatic, !sections.moves.isEmpty || !rows.moves.isEmpty),
      ("reload", reload, !sections.reloads.isEmpty || !rows.reloads.isEmpty),
      (
        "reconfigure", .automatic,
        !sections.reconfigures.isEmpty || !rows.reconfigures.isEmpty || stage.reconfiguresAllRows
      ),
    ]
    return present.compactMap { operation, animation, isPresent in
      let animation = isOn ? animation : RowAnimation.none
      return isPresent && animation != .automatic ? (operation, animation) : nil
    }
  }
}
