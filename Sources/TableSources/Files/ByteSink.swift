/// Takes bytes in order: a file, standard output, a test.
public typealias ByteSink = (UnsafeRawBufferPointer) throws(SourceError) -> Void
