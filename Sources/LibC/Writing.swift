// Writing all that there is to write.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes bytes to a descriptor, and waits where it takes no more at once.
///
/// - Parameter offset: where they go in a file; nil: where the descriptor stands.
/// - Returns: the `errno`, 0 for none.
public func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil
) -> Int32 {
  var done = 0
  while done < bytes.count {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
    let count =
      offset.map { pwrite(descriptor, rest.baseAddress, rest.count, off_t($0 + done)) }
      ?? write(descriptor, rest.baseAddress, rest.count)
    if count > 0 {
      done += count
    } else if count < 0, errno == EAGAIN {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, -1)
    } else if count == 0 || errno != EINTR {
      return count == 0 ? EIO : errno
    }
  }
  return 0
}
