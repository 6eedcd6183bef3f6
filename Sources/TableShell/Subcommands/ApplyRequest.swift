/// What `tablesh apply` is asked: a file, and the patch that is carried out on it.
public struct ApplyRequest: Sendable {
  /// The file.
  public var file: String
  /// The patch; `-` is standard input.
  public var patch: String
  /// Whether the patch is taken back instead.
  public var isInverted = false
  /// Whether the file stays as it is.
  public var isDryRun = false
  /// Whether the former file is kept beside the new one.
  public var keepsBackup = false

  /// Creates a request to carry out a patch.
  public init(file: String, patch: String) {
    self.file = file
    self.patch = patch
  }

  /// The request as a command line.
  var line: String {
    "apply \(Quoting.word(file)) \(Quoting.word(patch))" + (isInverted ? " --invert" : "")
  }

  /// What to do when the patch fits the other way round.
  var hintBackwards: String {
    isInverted
      ? "the file is as before the patch: leave --invert out"
      : "the file is as after the patch already; --invert takes it back"
  }
}
