// What Linux has and Darwin names differently.

#if canImport(Darwin)
  import Darwin

  extension stat {
    /// The time of the last change of the content.
    public var st_mtim: timespec { st_mtimespec }
    /// The time of the last change of the status.
    public var st_ctim: timespec { st_ctimespec }
  }

  /// A clock that is cheap to read, and exact to some milliseconds.
  public var CLOCK_MONOTONIC_COARSE: clockid_t { CLOCK_MONOTONIC_RAW_APPROX }

  /// Writes the content of a file to the disk itself; `fsync` leaves it in the memory of the disk.
  ///
  /// - Returns: 0; -1, with `errno` set, if it cannot be written.
  public func fdatasync(_ descriptor: Int32) -> Int32 {
    // Not all file systems can, such as those of other machines.
    fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
  }
#endif
