// What one system calls otherwise than another.

#if canImport(Darwin)
  import Darwin
#endif

/// The path of the program that runs, by which its file can be opened.
public var programPath: String {
  #if canImport(Darwin)
    var bytes = [UInt8](repeating: 0, count: 4 * Int(PATH_MAX))
    let count = proc_pidpath(getpid(), &bytes, UInt32(bytes.count))
    return String(decoding: bytes[..<Int(max(0, count))], as: UTF8.self)
  #else
    return "/proc/self/exe"
  #endif
}

/// The words before the name of a package that install it.
public var packageInstaller: String {
  #if canImport(Darwin)
    "brew install"
  #else
    "apt-get install"
  #endif
}
