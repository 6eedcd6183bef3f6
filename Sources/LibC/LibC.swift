// The C library of the system, by one name on Linux and on Apple's systems.
//
// `Darwin.swift` adds what Darwin's library lacks, under the names of Linux. On Linux there is nothing
// here but the C library itself.

#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif
