import CommandLanguage

extension Invocation {
  /// The file that the command writes, `-` for standard output; nil: none is named.
  func outputPath() throws(CommandError) -> String? {
    try optional(.file).map { OutputPath.isStandardOutput($0) ? "-" : $0 }
  }
}
