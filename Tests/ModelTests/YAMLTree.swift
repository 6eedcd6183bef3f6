import CYAML

/// A YAML document as libyaml composes it itself (`yaml_parser_load`): a reader of YAML apart from
/// the program's, which reads events.
indirect enum YAMLTree {
  case scalar(text: String, isPlain: Bool)
  case sequence([YAMLTree])
  case mapping([(key: YAMLTree, value: YAMLTree)])

  var scalar: (text: String, isPlain: Bool)? {
    if case .scalar(let text, let isPlain) = self { return (text, isPlain) }
    return nil
  }

  /// Returns the first document of a text; nil if there is none.
  static func compose(_ text: String) throws -> YAMLTree? { try documents(text).first }

  /// Returns all documents of a text.
  static func documents(_ text: String) throws -> [YAMLTree] {
    var parser = yaml_parser_t()
    yaml_parser_initialize(&parser)
    defer { yaml_parser_delete(&parser) }
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { bytes in
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      var trees: [YAMLTree] = []
      while true {
        var document = yaml_document_t()
        guard yaml_parser_load(&parser, &document) == 1 else {
          throw Mismatch("it is no YAML: \(parser.problem.map { String(cString: $0) } ?? "")")
        }
        defer { yaml_document_delete(&document) }
        guard yaml_document_get_root_node(&document) != nil else { return trees }
        trees.append(tree(1, &document))
      }
    }
  }

  private static func tree(_ number: Int32, _ document: inout yaml_document_t) -> YAMLTree {
    guard let node = yaml_document_get_node(&document, number)?.pointee else {
      preconditionFailure("no node \(number)")
    }
    switch node.type {
    case YAML_SEQUENCE_NODE:
      let items = node.data.sequence.items
      return .sequence((items.start..<items.top).map { tree($0.pointee, &document) })
    case YAML_MAPPING_NODE:
      let pairs = node.data.mapping.pairs
      return .mapping(
        (pairs.start..<pairs.top).map {
          (tree($0.pointee.key, &document), tree($0.pointee.value, &document))
        })
    default:
      let scalar = node.data.scalar
      let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        text: String(decoding: text, as: UTF8.self),
        isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    }
  }
}
