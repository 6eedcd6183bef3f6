import Lua

/// The few functions that are easier in Lua: metatables over Swift functions.
///
/// A class because it keeps references into one state.
final class LuaPrelude {
  /// The field in which an object of the program keeps its Swift half.
  static let handle = "\0handle"

  /// `strict(own, globals, known, unknown)`: an environment that refuses names without a value.
  let strict: LuaFunction
  /// `checked(f)`: as `f`, but what fits into no cell is an error.
  let checked: LuaFunction
  /// `kind(name, index, length, pairs, show)`: makes the constructor of a kind of object.
  let kind: LuaFunction
  /// `sealed(name, functions, other, assign)`: a table of functions that cannot be changed. `other`
  /// gives its other fields, `assign` sets some of them.
  let sealed: LuaFunction
  /// `failure(fields, seen)`: an error value that calls `seen` when it is read.
  let failure: LuaFunction

  init(_ state: LuaState) throws(LuaError) {
    let functions = try state.run(Self.source, name: "=tablesh")
    guard functions.count == 5 else {
      throw LuaError("the prelude gives \(functions.count) values")
    }
    func take(_ index: Int) throws(LuaError) -> LuaFunction {
      guard let function = functions[index].function else { throw LuaError("no function") }
      return function
    }
    strict = try take(0)
    checked = try take(1)
    kind = try take(2)
    sealed = try take(3)
    failure = try take(4)
  }

  private static let source = #"""
    local error, next, pairs, rawget, setmetatable, type =
      error, next, pairs, rawget, setmetatable, type
    local HANDLE, ERROR = "\0handle", "\0error"

    local function strict(own, globals, known, unknown)
      return setmetatable(known, {
        __metatable = false,
        __locked = "an expression sets no names",
        __index = function(_, name)
          local value = rawget(own, name)
          if value == nil then value = globals[name] end
          if value == nil then unknown(name) end
          return value
        end,
        __newindex = function(_, name)
          error("an expression cannot set '" .. name .. "'", 2)
        end,
      })
    end

    local no_value = { table = true, ["function"] = true, userdata = true, thread = true }
    local function checked(f)
      return function(...)
        local value = f(...)
        local kind = type(value)
        -- A long decimal is a userdata that is a number.
        if no_value[kind] and not tonumber(value) then error("a " .. kind .. " is no value for a cell", 0) end
        if kind == "number" and (value ~= value or value == 1/0 or value == -1/0) then
          error(value .. " is no value for a cell", 0)
        end
        return value
      end
    end

    local function kind(name, index, length, each, show, methods)
      local meta = {
        __metatable = false,
        __locked = "a " .. name .. " can be read only",
        __name = name,
        __index = function(self, key)
          local method = methods and rawget(methods, key)
          if method then return method end
          return index(rawget(self, HANDLE), key, self)
        end,
        __newindex = function() error("a " .. name .. " can be read only", 2) end,
        __len = length and function(self) return length(rawget(self, HANDLE)) end,
        __tostring = show and function(self) return show(rawget(self, HANDLE)) end,
        __eq = function(a, b) return rawget(a, HANDLE) == rawget(b, HANDLE) end,
        __pairs = each and function(self) return next, each(rawget(self, HANDLE)), nil end,
      }
      return function(handle) return setmetatable({ [HANDLE] = handle }, meta) end
    end

    local function sealed(name, functions, other, assign)
      local locked = "'" .. name .. "' cannot be changed"
      return setmetatable({}, {
        __metatable = false,
        __locked = locked,
        __index = function(_, key)
          local value = functions[key]
          if value == nil then value = other(key) end
          return value
        end,
        __newindex = function(_, key, value)
          if not assign(key, value) then error(locked, 2) end
        end,
        __pairs = function()
          local copy = {}
          for key, value in next, functions do copy[key] = value end
          return next, copy, nil
        end,
      })
    end

    local function failure(fields, seen)
      local function show() seen() return fields.message end
      return setmetatable({ [ERROR] = true }, {
        __metatable = false,
        __locked = "an error can be read only",
        __name = "error",
        __index = function(_, key) seen() return fields[key] end,
        __newindex = function() error("an error can be read only", 2) end,
        __tostring = show,
        __concat = function(a, b)
          seen()
          return (type(a) == "table" and fields.message or a)
            .. (type(b) == "table" and fields.message or b)
        end,
        __pairs = function() seen() return next, fields, nil end,
      })
    end

    return strict, checked, kind, sealed, failure
    """#
}
