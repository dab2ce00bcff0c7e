// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/completion_script.hpp"

namespace halfulp::cli {
namespace {

constexpr std::string_view kBash = R"script(# bash completion for halfulp, by the command's own table of options
_halfulp() {
  # bash breaks words at : and = (COMP_WORDBREAKS); here vulkan:0 and id=option are whole again.
  local -a words=()
  local line=${COMP_LINE:0:COMP_POINT} word i
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    local rest=${line#"${line%%[![:space:]]*}"}
    [[ $rest == "$word"* ]] || word=$rest # the cursor is inside this word
    if [[ $rest == "$line" && ${#words[@]} -gt 0 && -n $rest ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    line=${rest#"$word"}
  done
  local current=${words[-1]} candidate paths=
  COMPREPLY=()
  while IFS=$'\t' read -r candidate _; do
    case $candidate in
      //files) paths=-f ;;
      //folders) paths=-d ;;
      *) COMPREPLY+=("$candidate") ;;
    esac
  done < <("$1" complete "${words[@]:1}" 2>/dev/null)
  # What bash takes for an earlier word is not repeated.
  local before=${current%"${current##*[:=]}"}
  if [[ -n $paths ]]; then
    compopt -o filenames
    while IFS= read -r candidate; do COMPREPLY+=("$before$candidate"); done \
      < <(compgen "$paths" -- "${current#"$before"}")
  fi
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[,:=] ]]; then compopt -o nospace; fi
  if [[ -n $before ]]; then COMPREPLY=("${COMPREPLY[@]#"$before"}"); fi
}
complete -F _halfulp halfulp
)script";

constexpr std::string_view kZsh = R"script(#compdef halfulp
# zsh completion for halfulp, by the command's own table of options
_halfulp() {
  local -a closed closed_shown open open_shown
  local line candidate says
  local files=
  for line in "${(@f)$("${(Q)words[1]}" complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    candidate=${line%%$'\t'*}
    says=${line#*$'\t'}
    case $candidate in
      '') ;;
      //files) files=all ;;
      //folders) files=folders ;;
      *[,:=]) open+=("$candidate"); open_shown+=("$candidate${says:+  -- $says}") ;;
      *) closed+=("$candidate"); closed_shown+=("$candidate${says:+  -- $says}") ;;
    esac
  done
  (( ${#closed} )) && compadd -l -d closed_shown -a closed
  (( ${#open} )) && compadd -S '' -l -d open_shown -a open
  [[ -n $files ]] && compset -P '--*='
  [[ $files == all ]] && _files
  [[ $files == folders ]] && _files -/
  return 0
}
if [[ $funcstack[1] == _halfulp ]]; then
  _halfulp "$@"
else
  compdef _halfulp halfulp
fi
)script";

constexpr std::string_view kFish = R"script(# fish completion for halfulp, by the command's own table of options
function __halfulp_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case '//files*'
                __fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current")
            case '//folders*'
                __fish_complete_directories (string replace -r -- '^--[^=]*=' '' "$current")
            case '*'
                echo $line
        end
    end
end
complete -c halfulp -f -a '(__halfulp_complete)'
)script";

}  // namespace

const std::array<Shell, 3> kShells = {{
    {"bash", "bash-completion/completions/halfulp", kBash},
    {"zsh", "zsh/site-functions/_halfulp", kZsh},
    {"fish", "fish/vendor_completions.d/halfulp.fish", kFish},
}};

}  // namespace halfulp::cli
