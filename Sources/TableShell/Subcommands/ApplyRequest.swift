/// The arguments of `tablesh apply`: a file, and the patch to apply to it.
public struct ApplyRequest: Sendable {
  /// The path of the file.
  public var file: String
  /// The path of the patch; `-` is standard input.
  public var patch: String
  /// Whether the inverse of the patch is applied.
  public var isInverted = false
  /// Whether the file is not written.
  public var isDryRun = false
  /// Whether a backup of the file is kept.
  public var keepsBackup = false

  /// Creates a request to apply a patch.
  public init(file: String, patch: String) {
    self.file = file
    self.patch = patch
  }

  /// The request as a command line, for replies and errors.
  var line: String {
    "apply \(Quoting.word(file)) \(Quoting.word(patch))" + (isInverted ? " --invert" : "")
  }

  /// The hint if the inverse of the patch fits.
  var hintBackwards: String {
    isInverted
      ? "the file is as before the patch: leave --invert out"
      : "the file is as after the patch already; --invert takes it back"
  }
}
