import { type Candidates, type Command, type CommandList, type OptionSpec } from './declare.ts'

/** Shells that a completion is written for. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Word { readonly word: string; readonly says: string }

/** What a shell needs of one command. */
interface Offered {
  readonly name: string
  readonly options: readonly (Word & { readonly spec: OptionSpec })[]
  /** What its arguments may be; undefined where only the registry knows. */
  readonly values: Candidates | undefined
}

const json: OptionSpec = { takes: 'nothing', says: 'Prints data instead of text' }

const offeredBy = ({ name, args, options }: Command): Offered => ({
  name, values: Object.values(args).flatMap(({ offers }) => (offers === undefined ? [] : [offers]))[0],
  options: Object.entries({ ...options, json }).map(([option, spec]) => ({ word: `--${option}`, says: spec.says, spec })),
})

/** The words that may follow `rollout`, or the first word of a group. */
function namesAfter({ all, groups }: CommandList, group?: string): readonly Word[] {
  if (group !== undefined) return all.flatMap(({ name, says }) => (name.startsWith(`${group} `) ? [{ word: name.slice(group.length + 1), says }] : []))
  return [...all.flatMap(({ name, says }) => (name.includes(' ') ? [] : [{ word: name, says }])), ...Object.entries(groups).map(([word, says]) => ({ word, says }))]
}

/** A script that makes a shell complete `rollout`, derived from the declarations of its commands. */
export function completionScript(shell: Shell, commands: CommandList): string {
  return { bash, zsh, fish }[shell](commands, commands.all.map(offeredBy), Object.keys(commands.groups))
}

const spaced = (of: readonly Word[]): string => of.map(({ word }) => word).join(' ')
/** Cases that hold for the value of an option that has few. */
const fewValues = (offered: readonly Offered[], line: (when: string, values: readonly string[]) => string): string[] =>
  offered.flatMap(({ name, options }) => options.flatMap(({ word, spec: { offers } }) => (Array.isArray(offers) ? [line(`${name} ${word}`, offers as readonly string[])] : [])))

function bash(commands: CommandList, offered: readonly Offered[], groups: readonly string[]): string {
  const values = (of: Candidates | undefined): string => {
    if (of === 'file') return 'compgen -f -- "$current"'
    if (of === 'folder') return 'compgen -d -- "$current"'
    return `compgen -W "${of?.join(' ') ?? ''}" -- "$current"`
  }
  return `_rollout() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${spaced(namesAfter(commands))}" -- "$current")); return; fi
  case "$COMP_CWORD $command" in
${groups.map((group) => `    "2 ${group}") COMPREPLY=($(compgen -W "${spaced(namesAfter(commands, group))}" -- "$current")); return ;;`).join('\n')}
  esac
  case "$command" in ${groups.join('|')}) command="$command \${COMP_WORDS[2]}" ;; esac
  case "$command $before" in
${fewValues(offered, (when, few) => `    "${when}") COMPREPLY=($(compgen -W "${few.join(' ')}" -- "$current")); return ;;`).join('\n')}
  esac
  case "$command $current" in
${offered.flatMap(({ name, options, values: of }) => [`    "${name} -"*) COMPREPLY=($(compgen -W "${spaced(options)}" -- "$current")) ;;`, `    "${name} "*) COMPREPLY=($(${values(of)})) ;;`]).join('\n')}
  esac
}
complete -F _rollout rollout`
}

const quoted = (text: string): string => `'${text.replaceAll('\'', '\'\\\'\'')}'`

function zsh(commands: CommandList, offered: readonly Offered[], groups: readonly string[]): string {
  const described = (of: readonly Word[]): string => of.map(({ word, says }) => quoted(`${word}:${says.replaceAll(':', '\\:')}`)).join(' ')
  const values = (of: Candidates | undefined): string => (of === 'file' ? '_files' : of === 'folder' ? '_files -/' : of === undefined ? ':' : `compadd -- ${of.map(quoted).join(' ')}`)
  return `#compdef rollout
_rollout() {
  local -a offers
  local command="$words[2]" before="$words[CURRENT-1]"
  if (( CURRENT == 2 )); then offers=(${described(namesAfter(commands))}); _describe command offers; return; fi
  case "$CURRENT $command" in
${groups.map((group) => `    ("3 ${group}") offers=(${described(namesAfter(commands, group))}); _describe command offers; return ;;`).join('\n')}
  esac
  case "$command" in (${groups.join('|')}) command="$command $words[3]" ;; esac
  case "$command $before" in
${fewValues(offered, (when, few) => `    ("${when}") compadd -- ${few.map(quoted).join(' ')}; return ;;`).join('\n')}
  esac
  case "$command $words[CURRENT]" in
${offered.flatMap(({ name, options, values: of }) => [`    ("${name} -"*) offers=(${described(options)}); _describe option offers ;;`, `    ("${name} "*) ${values(of)} ;;`]).join('\n')}
  esac
}
compdef _rollout rollout`
}

function fish(commands: CommandList, offered: readonly Offered[], groups: readonly string[]): string {
  const said = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll('\'', '\\\'')}'`
  const seen = (name: string): string => name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
  const notYet = (group: string): string => `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${spaced(namesAfter(commands, group))}`
  const values = (of: Candidates | undefined): string => (of === 'file' ? '-F' : of === 'folder' ? '-xa "(__fish_complete_directories)"' : of === undefined ? '-f' : `-xa ${said(of.join(' '))}`)
  return [
    'complete -c rollout -f',
    ...namesAfter(commands).map(({ word, says }) => `complete -c rollout -n __fish_use_subcommand -a ${word} -d ${said(says)}`),
    ...groups.flatMap((group) => namesAfter(commands, group).map(({ word, says }) => `complete -c rollout -n ${said(notYet(group))} -a ${word} -d ${said(says)}`)),
    ...offered.flatMap(({ name, options, values: of }) => [
      ...(of === undefined ? [] : [`complete -c rollout -n ${said(seen(name))} ${values(of)}`]),
      ...options.map(({ word, says, spec }) => `complete -c rollout -n ${said(seen(name))} -l ${word.slice(2)} -d ${said(says)}${spec.takes === 'nothing' ? '' : ` ${spec.offers === undefined ? '-x' : values(spec.offers)}`}`),
    ]),
  ].join('\n')
}

