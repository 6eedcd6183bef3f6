import TableSources

extension Shell {
  /// Reads a plan; `-` is standard input.
  ///
  /// - Parameter acceptsCode: true to read a batch from Swift or Objective-C, too.
  package func readPlan(_ path: String, acceptsCode: Bool = false) throws(CommandError) -> PlanFile
  {
    try path == "-"
      ? sourcing(
        PlanReader.read(
          descriptor: 0, name: "stdin", acceptsCode: acceptsCode, progress: progress))
      : sourcing(PlanReader.read(path: path, acceptsCode: acceptsCode, progress: progress))
  }
}
