import Wording
import BatchUpdates
import TableInteraction
import TableKit
import TableLua
import TableShell
import TableSources

/// The recording of a table that is under way: the file that it goes to, the page that shows it, and what
/// is heard of the command that runs. A class, because the shell and the table refer to it.
final class TableRecording: DocumentObserver {
  /// What a recording is asked to be.
  struct Request {
    /// The file, as typed.
    var path: String
    /// The form of the file; nil: a picture.
    var form: RecordingFile.Form?
    /// What the picture shows.
    var picture = PictureRequest()
    /// The title; nil: the name of the table.
    var title: String?
    /// The rows to write; nil: all, unless there are too many.
    var rows: KeptRows?
    /// The file that Lua's permissions allow; nil: no permission is needed.
    var file: AllowedFile?
    /// The state of the file that may be replaced; nil: whatever is there.
    var seen: SeenFile?

    /// Creates a request for a file.
    ///
    /// - Throws: `usage` where the path's extension names no form.
    init(path: String) throws(CommandError) {
      self.path = path
      form = RecordingFile.Form(path: path)
      guard form != nil || path.lowercased().hasSuffix(".svg") else {
        throw .usage(
          "a recording is written to PAGE.html, PICTURE.svg or RECORDING.json, not '\(path)'",
          synopsis: ["record start PAGE.html"])
      }
    }
  }

  let document: Document
  let recorder: Recorder
  /// The file to write, and from where on; nil: none.
  var file: (request: Request, start: Recorder.Mark?)? {
    didSet { recorder.keepsSteps = file != nil }
  }
  /// Whether pages show it, or will again when they no longer show a guest.
  var isPresented = false
  /// The commands on other tables, which were left out.
  var leftOut: [String] = []

  /// The transactions of the command that runs.
  var heard: [Transaction] = []
  /// What it printed.
  var printed = ""
  /// What it was told of in notes.
  var notes: [String] = []
  /// The batch that it tried.
  var attempted: Stage?
  /// The number of commands that run within each other and make a step each.
  var depth = 0

  init(of document: Document, _ recorder: Recorder) {
    self.document = document
    self.recorder = recorder
    recorder.keepsSteps = false
  }

  func willPerform(_ actions: [TableAction]) {
    for case .batch(let batch) in actions { attempted = batch.stage }
  }

  func didPerform(_ transaction: Transaction) { heard.append(transaction) }

  /// The most that is kept of what a command prints, in bytes.
  private static let mostPrinted = 1 << 16

  /// Hears what a script prints; what is too long is cut.
  func hear(printed bytes: [UInt8]) {
    guard depth > 0, printed.utf8.count < Self.mostPrinted else { return }
    printed += VisibleText.escapingBytes(bytes)
    if printed.utf8.count >= Self.mostPrinted { printed += "…\n" }
  }

  /// Forgets what was heard of a command.
  func forget() { (heard, printed, notes, attempted) = ([], "", [], nil) }
}
