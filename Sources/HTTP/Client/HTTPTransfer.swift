import CNetwork
import LibC

/// The response of a request that runs, and the memory that libcurl reads the request from.
///
/// A class because C refers to it.
final class HTTPTransfer {
  private(set) var response = HTTPResponse(0)
  private(set) var headIsTooLong = false
  /// The time of the last byte, by `HTTPClock`.
  private(set) var lastByte = HTTPClock.now
  /// Whether the receiver may end the request without that being an error.
  var mayEnd = false

  private let headLimit: Int
  private var headBytes = 0
  private let take: (UnsafeRawBufferPointer, inout HTTPResponse) -> Bool
  private var strings: [UnsafeMutablePointer<CChar>?] = []
  private var lines: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  private var bodyCopy: UnsafeMutableRawPointer?

  /// Creates a transfer.
  ///
  /// - Parameter take: takes a piece of the body; false ends the request.
  init(headLimit: Int, take: @escaping (UnsafeRawBufferPointer, inout HTTPResponse) -> Bool) {
    self.headLimit = headLimit
    self.take = take
  }

  deinit {
    for string in strings { free(string) }
    lines?.deallocate()
    bodyCopy?.deallocate()
  }

  /// Copies the request to where it stays, and gives it to libcurl.
  func keep(_ request: HTTPRequest, _ address: HTTPAddress, in wanted: inout cnetwork_request) {
    var headers = request.headers
    // libcurl would call it a form.
    if request.body != nil, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    strings = [strdup(request.method), strdup(address.text)]
    strings += headers.fields.map { strdup("\($0.name): \($0.value)") }
    let lines = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: strings.count - 1)
    for (i, line) in (strings.dropFirst(2) + [nil]).enumerated() {
      (lines + i).initialize(to: line.map { UnsafePointer($0) })
    }
    self.lines = lines
    wanted.method = strings[0].map { UnsafePointer($0) }
    wanted.url = strings[1].map { UnsafePointer($0) }
    wanted.headers = UnsafePointer(lines)
    guard let body = request.body else { return }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(body.count, 1), alignment: 1)
    copy.copyMemory(from: body, byteCount: body.count)
    bodyCopy = copy
    (wanted.body, wanted.body_count) = (UnsafeRawPointer(copy), body.count)
  }

  /// Takes a line of the head: the status line, a header, or the blank line at the end.
  private func line(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastByte = HTTPClock.now
    headBytes += bytes.count
    guard headBytes <= headLimit else {
      headIsTooLong = true
      return false
    }
    let line = String(decoding: bytes, as: UTF8.self).prefix {
      $0 != "\r" && $0 != "\r\n" && $0 != "\n"
    }
    if line.hasPrefix("HTTP/") {
      // After `100 Continue` another head follows.
      response = HTTPResponse(line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
    } else if let colon = line.firstIndex(of: ":") {
      let value = ASCII.trimmed(line[line.index(after: colon)...])
      response.headers.add(String(line[..<colon]), value)
    }
    return true
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastByte = HTTPClock.now
    return take(bytes, &response)
  }

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer? {
    context.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  static let line: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Int32 =
    {
      transfer($0)?.line(UnsafeRawBufferPointer(start: $1, count: $2)) == true ? 1 : 0
    }

  static let receive: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int32 = {
    transfer($0)?.receive(UnsafeRawBufferPointer(start: $1, count: $2)) == true ? 1 : 0
  }
}

/// The seconds of a clock that never goes back.
public enum HTTPClock {
  /// The seconds, from an unspecified start.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
