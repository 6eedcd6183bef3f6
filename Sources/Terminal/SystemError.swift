import Glibc

/// The system's words for its last error.
func systemError(_ number: Int32 = errno) -> String {
  String(cString: strerror(number))
}
