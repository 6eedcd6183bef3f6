import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

/// Plugins of the user's folder.
struct PluginCommandTests {
  private let folder = TemporaryFolder()
  private let session: Session

  init() throws {
    let path = folder.path
    session = Session("A(a b)") { $0.pluginFolder = PluginFolder(path: path) }
    for name in ["plugins/pair/lua", "lua", "plugins/.git", "plugins/empty"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write("print('init')", to: "init.lua")
    try folder.write("print('util') return {}", to: "lua/util.lua")
    try folder.write("print('zoo') require('util')", to: "plugins/zoo.lua")
    try folder.write("return 'pair'", to: "plugins/pair/lua/word.lua")
    try folder.write("print(require('word'))", to: "plugins/pair/main.lua")
    try folder.write("print('hidden')", to: "plugins/.hidden.lua")
    try folder.write("print('no Lua')", to: "plugins/notes.txt")
    try folder.write("print('other')", to: "plugins/pair/other.lua")
  }

  private func path(_ name: String) -> String { folder.file("plugins/\(name)") }

  @Test("init.lua is loaded first, then plugins by name, a file or a folder's main.lua")
  func order() throws {
    expectEqual(session.shell.luaLayer.loadPlugins(), .done)
    expectEqual(session.console.take(), "init\npair\nzoo\nutil\n")
    session.expect(
      """
      > plugin list
      init (\(folder.path)/init.lua)
      pair (\(path("pair/main.lua")))
      zoo (\(path("zoo.lua")))
      """)
  }

  @Test("files of the command line come before, must load, and hide a plugin of their path")
  func commandLine() throws {
    let extra = try folder.write("print('extra')", to: "extra.lua")
    session.shell.options.plugins = [extra, path("zoo.lua")]
    expectEqual(session.shell.luaLayer.loadPlugins(), .done)
    expectEqual(session.console.take(), "extra\nzoo\nutil\ninit\npair\n")
    let broken = Session(nil) { $0.plugins = [self.folder.path + "/none.lua"] }
    expectEqual(broken.shell.luaLayer.loadPlugins(), .failed)
    expect(broken.console.take().hasPrefix("error: cannot read '"))
  }

  @Test("one that is broken is told of with its place, and the rest is loaded")
  func broken() throws {
    try folder.write("local function f()\n  error('oh')\nend\nf()", to: "plugins/bad.lua")
    expectEqual(session.shell.luaLayer.loadPlugins(), .done)
    let bad = path("bad.lua")
    expectEqual(
      session.console.take(),
      """
      init
      warning: \(bad):2: oh
      trace: \(bad):2: in local 'f'
             \(bad):4: in main chunk
      pair
      zoo
      util

      """)
    session.expect(
      """
      > plugin health
      init: ok, declares nothing
      bad: failed: \(bad):2: oh
      pair: ok, declares nothing
      zoo: ok, declares nothing
      error: plugin 'bad' is not well
      > count rule nice
      error: no rule 'nice'
      hint:  no plugin declares a rule; 'bad' failed to load: plugin health
      """)
    try folder.write(
      "tablesh.rule { name='nice', fn=function() return true end }", to: "plugins/bad.lua")
    expectEqual(session.run("plugin reload bad"), "reloaded bad\n")
    expectEqual(session.run("count rule nice"), "2\n")
    expectEqual(session.run("plugin health bad"), "bad: ok, 1 rule\n")
  }

  @Test("where two files have one name, the first is loaded, and both are named")
  func sameName() throws {
    try folder.write("print('pair.lua')", to: "plugins/pair.lua")
    expectEqual(session.shell.luaLayer.loadPlugins(), .done)
    expectEqual(
      session.console.take(),
      """
      init
      pair.lua
      warning: two plugins 'pair': \(path("pair.lua")) is loaded, \(path("pair/main.lua")) is not
      zoo
      util

      """)
  }

  @Test("plugins are loaded, reloaded and disabled by name, their modules with them")
  func byName() throws {
    session.expect(
      """
      > plugin load zoo
      zoo
      util
      loaded zoo
      > plugin reload zoo
      zoo
      util
      reloaded zoo
      > plugin disable zoo; plugin list
      disabled zoo
      zoo (\(path("zoo.lua"))) (disabled)
      > plugin disable zo
      error: no plugin 'zo'
      hint:  plugin disable zoo
      """)
    expectEqual(
      session.run("lua print(tablesh.run('plugin load pair').output)"), "pair\nloaded pair\n")
    expect(session.run("plugin load none").hasPrefix("error: cannot read 'none'"))
  }

  @Test("reload of all goes on after one that fails, whose former version stays")
  func reloadAll() throws {
    try folder.write(
      "tablesh.rule { name='r', fn=function() return true end }", to: "plugins/b.lua")
    expectEqual(session.shell.luaLayer.loadPlugins(), .done)
    try folder.write("error('now broken')", to: "plugins/b.lua")
    try folder.write("print('new zoo')", to: "plugins/zoo.lua")
    let reply = session.run("plugin reload")
    expect(reply.contains("new zoo\n") && reply.hasSuffix("error: now broken\n") == true)
    expect(session.run("count rule r").hasSuffix("2\n"))
    expect(session.run("plugin health b").contains("b: failed: \(path("b.lua")):1: now broken"))
  }

  @Test("a health function is heard, and one plugin that is not well fails the command")
  func health() throws {
    try folder.write(
      "tablesh.health(function() return false, 'no data' end)", to: "plugins/ill.lua")
    expectEqual(session.shell.luaLayer.loadPlugins(), .done)
    _ = session.console.take()
    session.expect(
      """
      > plugin health ill
      ill: not well, declares nothing
        no data
      error: plugin 'ill' is not well
      > plugin health zoo
      zoo: ok, declares nothing
      """)
  }

  @Test("names of plugins are completed")
  func completion() throws {
    session.run("plugin load zoo")
    func complete(_ line: String) -> [String] {
      switch session.shell.complete(line, cursor: line.utf8.count).choices {
      case .candidates(let found): return found.map(\.text)
      case .fileNames(let others, _): return others.map(\.text) + ["FILES"]
      }
    }
    expectEqual(complete("plugin re"), ["reload"])
    expectEqual(complete("plugin load pa"), ["pair", "FILES"])
    expectEqual(complete("plugin load xy"), ["FILES"])
    expectEqual(complete("plugin disable z"), ["zoo"])
    expectEqual(complete("plugin health i"), ["init"])
  }

  @Test("the folder is that of XDG_CONFIG_HOME, else of HOME, if those are absolute")
  func folders() {
    func path(_ values: [String: String]) -> String? {
      PluginFolder(environment: { values[$0] })?.path
    }
    expectEqual(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]), "/x/tablesh")
    expectEqual(path(["XDG_CONFIG_HOME": "x", "HOME": "/h"]), "/h/.config/tablesh")
    expectEqual(path(["XDG_CONFIG_HOME": "", "HOME": "/h"]), "/h/.config/tablesh")
    expectNil(path(["HOME": ""]))
    expectNil(path([:]))
  }
}
