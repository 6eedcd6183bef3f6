import TableLua
import TableSources

/// A file in any format, standard input, or none yet: its `FileOrigin` says which.
package final class FileSource: TableSource {
  package var origin: FileOrigin? {
    didSet { if origin?.path != oldValue?.path { realPath = Self.realPath(of: origin) } }
  }
  package private(set) var realPath: String?
  package var isNew: Bool

  package init(_ origin: FileOrigin?, isNew: Bool = false) {
    (self.origin, self.isNew) = (origin, isNew)
    realPath = Self.realPath(of: origin)
  }

  private static func realPath(of origin: FileOrigin?) -> String? {
    origin?.path.flatMap { AllowedFile(holding: FileOrigin.file(of: $0))?.path }
  }
}

/// What a Lua loader reads: a file, or an address that it knows.
final class LoaderSource: TableSource {
  private let file: FileSource
  private let name: String
  /// What it was read from; nil: the file.
  private let address: String?

  /// - Parameters:
  ///   - loader: the name of the loader.
  ///   - address: what it was read from, if it is no file; nil: the file.
  init(_ origin: FileOrigin?, loader: String, address: String? = nil) {
    (file, name, self.address) = (FileSource(origin), loader, address)
  }

  var origin: FileOrigin? {
    get { file.origin }
    _modify { yield &file.origin }
  }
  var realPath: String? { file.realPath }
  var path: String? { origin?.path ?? address }
  var loader: String? { name }

  // It may give other rows each time.
  var readsTheSame: Bool { false }

  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    if let path,
      let seconds = shell.luaLayer.luaLoaders.first(where: { $0.name == name })?.watchSeconds
    {
      return LoaderFollower(name, path, every: .seconds(seconds), at: shell.live.now)
    }
    return try file.follower(of: document, usesLog: usesLog, in: shell)
  }
}
