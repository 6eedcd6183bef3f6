import ArgumentParser

/// A script that adds completion of `tablesh` to a shell: it asks the program, and leaves names of
/// files to the shell, which quotes them itself.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The first argument of a script's request; the words of the line up to the cursor follow.
  static let request = "---complete"
  /// The line of the reply that allows names of files.
  static let file = ":file"

  private static let option = "--generate-completion-script"

  /// The script that a command line asks for, nil if it asks for none.
  ///
  /// - Throws: `ValidationError` for a shell that is none of these.
  init?(_ arguments: [String]) throws {
    guard let first = arguments.first, first.hasPrefix(Self.option) else { return nil }
    let shell: String
    if first == Self.option {
      let own = environment("SHELL")?.split(separator: "/").last
      shell = arguments.dropFirst().first ?? own.map(String.init) ?? ""
    } else if first.hasPrefix(Self.option + "=") {
      shell = String(first.dropFirst(Self.option.count + 1))
    } else {
      return nil
    }
    guard let script = Self(rawValue: shell) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("no completion script for the shell '\(shell)'; there is \(names)")
    }
    self = script
  }

  /// The script.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  private static let bashText = #"""
    # Completes tablesh in bash: source this file, or keep it as
    # ~/.local/share/bash-completion/completions/tablesh

    _tablesh() {
      local IFS=$'\n' word line takes_file= i
      local -a words=()
      # bash parts words at "=", too.
      for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ ${#words[@]} -gt 0 && ${words[-1]} == --* \
          && ($word == = || ${words[-1]} == *=) ]]; then
          words[-1]+=$word
        else
          words+=("$word")
        fi
      done
      word=${words[-1]}
      COMPREPLY=()
      while IFS= read -r line; do
        if [[ $line == :file ]]; then
          takes_file=yes
        else
          line=${line%%$'\t'*}
          [[ $word == --*=* ]] && line=${line#*=}
          COMPREPLY+=("$line")
        fi
      done < <("${COMP_WORDS[0]/#\~/$HOME}" ---complete "${words[@]}" 2>/dev/null)
      [[ $takes_file ]] || return 0
      if ((${#COMPREPLY[@]})); then
        # The beginning of a subcommand can be that of a file.
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
        compopt -o filenames
      else
        compopt -o default
      fi
    }

    complete -F _tablesh tablesh
    """#

  private static let zshText = #"""
    #compdef tablesh
    # Completes tablesh in zsh: keep this file as _tablesh in a folder of $fpath, or source it behind
    # compinit.

    _tablesh() {
      local line program=${(Q)words[1]} takes_file=
      local -a candidates
      while IFS= read -r line; do
        if [[ $line == :file ]]; then
          takes_file=yes
        elif [[ $line == *$'\t'* ]]; then
          candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        else
          candidates+=("${line//:/\\:}")
        fi
      done < <(${~program} ---complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
      local result=1
      (( $#candidates )) && _describe tablesh candidates && result=0
      if [[ $takes_file ]]; then
        [[ $PREFIX == --*=* ]] && compset -P 1 '*='
        _files && result=0
      fi
      return result
    }

    if [[ $funcstack[1] == _tablesh ]]; then _tablesh "$@"; else compdef _tablesh tablesh; fi
    """#

  private static let fishText = #"""
    # Completes tablesh in fish: keep this file as ~/.config/fish/completions/tablesh.fish

    function __tablesh_ask
      set -l words (commandline -opc)
      set -l word (commandline -ct)
      set words[1] (string replace -r '^~' $HOME -- $words[1])
      $words[1] ---complete $words[2..] "$word" 2>/dev/null
    end

    function __tablesh_takes_file
      __tablesh_ask | string match -q -- :file
    end

    complete -c tablesh -n 'not __tablesh_takes_file' -f
    complete -c tablesh -a '(__tablesh_ask | string match -v -- :file)'
    """#
}
