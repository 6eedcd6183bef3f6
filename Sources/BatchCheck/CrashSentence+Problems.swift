import BatchUpdates

extension CrashSentence {
  /// The sentences about table and collection views that no batch of operations is to blame for.
  static let problems: [CrashSentence] =
    snapshots + animations + requests + cells + layouts + asked + others

  /// What is said where no sentence is known that says more.
  static let general: [CrashSentence] = read([
    .internalInconsistency: [
      "uitable|uicollection view internal inconsistency ~12 index path @path",
      "uitable|uicollection view internal inconsistency|bug|error",
      "! uikit internal inconsistency|bug|error table|collection view",
    ]
  ])

  private static let snapshots: [CrashSentence] = read([
    .duplicate: [
      "supplied row|section? identifiers are not unique",
      "identifiers in a section snapshot must be unique", "has already been indexed at @path",
      "diff identifier $identifier for object ~ occurs more than once",
      "diff identifier ~ for object ~ occurs more than once",
      "? identifiers are not unique", "? identifiers must be unique",
      "? identifiers should be unique",
      "? identifiers ~3 not unique",
      "? fatal error duplicate row",
      "? duplicate identifier $identifier for object",
      "? duplicate identifiers", "? error duplicate row|section",
      "! error while binding data animated ~3 duplicate row|section",
    ],
    .hash: [
      "row|section identifiers that are equal but have different hash",
      "section identifier count does not match data source count",
      "row identifier count does not match data source count",
      "? equal but have different hash values",
      "? duplicate elements|keys of type ~ were found in a set|dictionary",
    ],
    .unknownIdentifier: [
      "row|section identifier that does not exist in the snapshot",
      "row|section identifier ~ not exist in the snapshot",
      "row|section identifier was not found you can verify",
      "currently no sections in the data source",
      "invalid parameter not satisfying index path ignore invalid rows",
      "section snapshot ~ parameter not satisfying index nsnot found",
      "invalid update destination for ~4 operation ~ identifier list for update",
      "? invalid row|section identifier specified",
      "? invalid row|section identifier for ~6 specified",
      "? row|section identifier was? not found",
      "? row|section identifier ~6 not in the snapshot",
      "? row|section identifier ~6 doesnt exist", "? row|section identifier ~6 does not exist",
      "? row|section identifier ~6 not found in", "? please add a section first",
    ],
    .queue: [
      "! applying updates in a non thread confined manner",
      "deadlock detected calling this method on the main queue with outstanding async updates",
      "? applied on a different queue", "? applied from a different queue",
    ],
    .snapshotCount: [
      "parameter not satisfying ~6 number of sections ~6 sections|identifiers count",
      "parameter not satisfying ~6 number of rows ~6 rows|identifiers count",
      "section count ~3 didnt match the ~4 count",
    ],
    .diffable: [
      "must be updated via the ~ diffable data source",
      "? do not call mutation apis directly",
    ],
    .exists: [
      "! attempt to insert or append #count row|section identifier|identifiers that already"
        + " exist|exists",
      "! attempt to insert or append ~ identifiers that already exist",
      "! row|section identifier|identifiers that already exist|exists in the snapshot",
      "! existing row|section identifier|identifiers will be moved into place",
      "! bug_in_client_of_diffable_data_source__identifier_already_exists",
    ],
  ])

  private static let animations: [CrashSentence] = read([
    .manyAnimations: ["too many update animations on one view"],
    .twoAnimations: [
      "create two|multiple animations for cell|view|row",
      "animation stop fraction must be greater than start fraction",
      "create view animation for nil view",
      "? two|multiple animations for the? same? cell|view|row",
    ],
    .sectionMap: [
      "unable to generate a new section map with old section count #before and new section count"
        + " #after",
      "unable to generate a new section map with old section count",
    ],
    .inconsistent: [
      "invalid table view update ~ inconsistent with the state provided by the data source"
    ],
    .dragged: [
      "! map could not compute ~4 after shadow updates",
      "could not compute ~4 after shadow updates update ~12 index path before update @path",
      "could not compute ~4 after shadow updates update ~12 index path before update null index path"
        + " after update @path",
      "could not compute ~4 after shadow updates",
    ],
    .prefetched: [
      "! uitable view internal inconsistency cell already prefetched for @path",
      "! uitable view internal inconsistency cell prefetched for @path already stored for @and",
      "! uitable view internal inconsistency prefetched cells ~8 are out of sync",
      "! cell already prefetched for @path", "! cell prefetched for @path already stored for @and",
      "! index paths for prefetched cells ~4 are out of sync",
    ],
  ])

  private static let requests: [CrashSentence] = read([
    .missingPath: [
      "request for ~4 invalid index path @path", "request for ~4 invalid index path",
      "request for rect ~ invalid section #section", "request for rect of ~ invalid section",
      "request for number of rows in section #section when there are|is only #count"
        + " section|sections",
      "request for number of rows before section #section when there are|is only #count"
        + " section|sections",
      "request for number of rows in section",
      "unable to resolve row|section for index path @path",
      "row #row out of row range",
      "requested the number of rows for section #section ~ out of bounds",
      "request for layout attributes for ~ at index path @path",
      "request for layout attributes for ~ in section #section when there are|is only #count"
        + " section|sections",
      "invalid target index path section #section row #row because there are|is only #count"
        + " section|sections|row|rows",
      "perform update with invalid index path @path", "perform update with invalid index path",
      "perform update with invalid section #section",
      "out of bounds row #row when there are|is only #count row|rows in section #section",
      "out of bounds section #section when there are|is only #count section|sections",
      "nstable|nstableview view? error inserting ~4 row #row number|numberofrows of? rows? #count",
      "nsoutline view error inserting|removing|moving child index|indexes ~24 which has #count"
        + " children",
      "nsoutline view error inserting|removing|moving child index|indexes",
      "out of bounds global row index",
      "view at @path wasnt found in the current data model",
      "wasnt found in the current data model",
      "? request for ~8 section #section when there are|is only #count section|sections",
      "? index path is? out of range|bounds", "? indexpath is? out of range|bounds",
    ],
    .globalIndex: [
      "request for index path for global index #index when there are|is only #count row|rows",
      "request for index path for global index",
    ],
    .missingObject: [
      "no object at index #row in section at index #section",
      "no section at index #section in sections list",
    ],
    .malformedPath: [
      "index paths passed to ~ view must contain exactly two indices",
      "invalid index path for use with",
    ],
    .scroll: [
      "scroll ~6 out of bounds row #row when there are|is only"
        + " #count row|rows in section #section",
      "scroll ~6 out of bounds section #section when there are|is"
        + " only #count section|sections",
      "row #row beyond bounds #count for section #section",
      "scroll to an? invalid index path @path", "scroll to an? invalid index path",
      "? section #section beyond bounds #count",
      "? scroll ~4 view ~2 to an? out of bounds row|section",
    ],
  ])

  private static let cells: [CrashSentence] =
    read(
      [.unregisteredCell: ["must pass a valid|non nil? reuse identifier"]],
      fields: [Violation.Field(name: "identifier", value: .text("null"))])
    + read([
      .unregisteredCell: [
        "dequeue a|an cell|row|view|header|footer with identifier $identifier must register",
        "dequeue a|an view|row of kind ~ with identifier $identifier must register",
        "dequeue a|an ~12 must register as a? class|nib",
        "dequeue a|an view|row of kind ~8 with identifier $identifier",
        "cell must be registered to ~ for identifier $identifier",
        "must register a nib or a? class for the identifier",
      ],
      .nib: [
        "invalid nib registered for identifier $identifier nib must", "invalid nib registered for",
        "reuse indentifier|identifier in nib ~8 does not match the identifier used to register the nib"
          + " $identifier",
        "register a cell|view class which|that is not a subclass of",
      ],
      .registration: ["using a registration that was created inside"],
      .missingCell: [
        "returned a nil supplementary? cell|view at index path @path",
        "provider returned nil|null ~8 index path @path",
        "object cannot be nil key _uicollection view row key ~24 index path @path",
        "returned from ~32 @path was not retrieved by calling ~32 or is nil null",
        "returned a nil cell for row at index path @path",
        "data source must return a cell", "failed to obtain a cell from its data source",
        "data source did not return a valid cell ~ for index path @path",
        "data source did not return a valid cell|view",
      ],
      .missingCell: [
        "? returned a nil supplementary? cell|view", "? data source returned nil|null",
        "? provider returned nil|null",
        "? parameter not satisfying ~2 supplementary view provider",
        "? cell for row at index path ~ nil",
      ],
      .foreignCell: [
        "returned from ~32 @path was not retrieved by calling",
        "does not have a reuse identifier cells|views must be retrieved",
        "does not match the element kind it is being used for",
        "? does not have a reuse identifier", "? was not retrieved by calling",
        "? returned a cell|view without a reuse identifier",
      ],
      .cellTwice: [
        "dequeue multiple cells for the same index path ~ cell identifier $identifier index path @path",
        "dequeue multiple cells for the same index path",
        "dequeued multiple cells|views for the same index path",
      ],
      .unusedCell: ["expected dequeued view to be returned"],
      .otherCell: [
        "different registration or reuse identifier", "different cell than the existing cell",
      ],
    ])

  private static let layouts: [CrashSentence] =
    read(
      [
        .layoutPath: [
          "no uicollection view layout attributes instance for ~24 path @path",
          "no uicollection view layout attributes instance for",
        ]
      ], fields: [Violation.Field(name: "attributes", value: .text("none"))]) + shapes

  private static let shapes: [CrashSentence] = read([
    .layoutPath: [
      "! layout attributes ~ index path @path ~ were received from the layout ~ not valid for the data"
        + " source counts",
      "! were received from the layout ~ but are not valid for the data source counts",
      "layout attributes for a ~16 with an? index path that does not exist @path",
      "layout attributes for a ~16 with an? index path that does not exist",
    ],
    .layoutChanged: [
      "layout attributes for ~ row at index path @path changed from",
      "layout attributes for ~ row at index path ~12 changed from",
      "? without invalidating the layout",
    ],
    .layoutSize: ["calayer position|bounds contains nan"],
    .layoutLoop: ["? is stuck in its update layout loop"],
    .size: [
      "height must not be negative provided height for index path @path",
      "height must not be negative provided height for section #section",
      "returned a negative size ~24 row #row in section #section",
      "variable row height error ~8 row #row", "variable row height error",
      "invalid row height provided by", "returned a negative size",
      "negative or? zero? row? sizes are not supported in the flow layout",
    ],
    .flowSize: [
      "! behavior of|for the ~4 flow layout is not defined",
      "! uicollection|nscollection view flow layout is not defined",
      "! row width|height must be less than the width|height of the uicollection|nscollection view",
      "! flow layout break for invalid sizes",
    ],
    .flowCache: [
      "! flow layout has cached frame mismatch for index path @path",
      "! flow layout has cached frame mismatch",
      "! attributes returned by uicollection|nscollection view flow layout without copying them",
    ],
    .layoutSection: ["invalid section definition please specify a valid section definition"],
    .zeroHeight: ["! constraints ambiguously suggest a height|size of zero"],
    .strayCell: ["! no index path for table? cell being reused"],
    .noLayout: ["must be initialized with a non nil layout parameter"],
  ])

  /// Views that are asked for cells in a callback, which is no other update.
  private static let asked: [CrashSentence] =
    [
      (
        "visibleCells",
        [
          "! visible cells while they were in the process of being updated",
          "! access the table|collection views|view visible cells while",
          "! alert for visible cells access during update",
        ]
      ),
      (
        "cell",
        [
          "! in the process of updating its visible cells",
          "! call cell for row at index path on the table|collection view while it was",
          "! alert for cell for row at index path access during update",
        ]
      ),
      ("view", ["was requested from inside of the ~8 delegate method"]),
    ].flatMap { what, patterns in
      read([.visibleCells: patterns], fields: [Violation.Field(name: "asked", value: .text(what))])
    }

  private static let others: [CrashSentence] = read([
    .thread: [
      "layout engine must not be performed from a background thread",
      "obtain the web lock from a thread other than", "calling to uikit from a secondary thread",
      "off the main thread is not allowed", "animation fence requires the main thread",
      "drag regions should only be invalidated on the main thread",
      "! ui api called on a background thread",
      "! modifying the autolayout engine from a background thread",
      "! autolayout engine from a background thread", "! api off the main thread",
      "!? must be used from main thread only",
      "? expected the main thread", "? requires the main thread",
      "? must be made|accessed? on|from the? main thread|queue",
      "? must be called on|from the? main thread|queue",
      "? may|must|should|can only be called|used on|from the? main thread|queue",
      "? only run on the main thread|queue",
      "? must not be used|called from|on a background thread",
    ],
    .huge: [
      "failed to allocate data stores for #count rows in section #section",
      "failed to allocate data stores for ~3 rows",
    ],
    .visibleCells: [
      "visible rows and ~ visible cells must be of same length",
      "visible cells must be of same length",
      "can|cannot not? happen while updating visible rows",
      "! performed a reentrant operation in its nstable|nsoutline|nscollection view",
    ],
    .noDataSource: ["uitable|uicollection view data source is not set"],
    .sectionOrder: ["! has an out of order section name"],
    .fetchCache: [
      "persistent cache of section information does not match",
      "illegally mutated the nsfetched results controllers fetch request",
    ],
    .reordering: ["attempt to begin reordering on collection view while reordering is already"],
    .gone: ["? deallocated while an update was in flight"],
    .outside: ["! layout its visible cells ~ without being in the view hierarchy"],
  ])
}
