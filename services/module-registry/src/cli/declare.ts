import type { RegistryEndpoint } from '@checkin/registry'
import type { Build } from './build.ts'
import type { RegistryClient } from './client.ts'
import type { CliSettings } from './settings.ts'

/** What a shell may offer where a value is typed: these words, or what lies on the disk. */
export type Candidates = readonly string[] | 'file' | 'folder'

/** An argument by its place. `one` has to be there, `some` is at least one. */
export interface ArgumentSpec {
  readonly takes: 'one' | 'maybe' | 'some' | 'any'
  readonly says: string
  /** How help names it; its key when left out. */
  readonly named?: string
  readonly offers?: Candidates
}

/** An option by its name. A `list` may be given several times. */
export interface OptionSpec {
  readonly takes: 'nothing' | 'text' | 'list'
  readonly says: string
  /** How help names its value. */
  readonly value?: string
  /** Its value where it is left out. */
  readonly usually?: string
  readonly needed?: true
  readonly offers?: Candidates
}

type Arguments = Readonly<Record<string, ArgumentSpec>>
type Options = Readonly<Record<string, OptionSpec>>

type ArgumentValue<Spec extends ArgumentSpec> = Spec['takes'] extends 'one' ? string : Spec['takes'] extends 'maybe' ? string | undefined : readonly string[]
type OptionValue<Spec extends OptionSpec> = Spec['takes'] extends 'nothing' ? boolean
  : Spec['takes'] extends 'list' ? readonly string[] : Spec extends { readonly usually: string } | { readonly needed: true } ? string : string | undefined

/** What a command line gave to the arguments and options of a command. */
export interface Given<A extends Arguments = Arguments, O extends Options = Options> {
  readonly args: { readonly [Name in keyof A]: ArgumentValue<A[Name]> }
  readonly options: { readonly [Name in keyof O]: OptionValue<O[Name]> }
}

/** What every command works with. */
export interface CommandContext {
  readonly commands: CommandList
  readonly client: RegistryClient
  readonly settings: CliSettings
  readonly build: Build
}

/** All commands, and what groups of them are about, by their first word. */
export interface CommandList {
  readonly all: readonly Command[]
  readonly groups: Readonly<Record<string, string>>
}

/** What a command answers: the contract's data for `--json`, and the same for people. */
export interface CommandAnswer {
  readonly data: unknown
  readonly text: string
}

interface Said {
  /** Its words, `set` or `token new`. */
  readonly name: string
  /** What it does, in one sentence without a full stop. */
  readonly says: string
  /** How help writes the arguments, where their places alone do not say it. */
  readonly usage?: string
  /** Whole command lines without `rollout`, each of which the parser accepts. */
  readonly examples: readonly string[]
  /** The calls of the contract whose answer `--json` prints; more than one where the options decide. */
  readonly json: readonly RegistryEndpoint[]
  /** What `--json` prints beside or in the place of them. */
  readonly jsonMore?: string
}

/** A command of `rollout`, from which its parser, help, completion and documentation are derived. */
export interface Command extends Said {
  readonly args: Arguments
  readonly options: Options
  readonly run: (context: CommandContext, given: Given) => Promise<CommandAnswer>
}

interface Declaration<A extends Arguments, O extends Options> extends Said {
  readonly args?: A
  readonly options?: O
  readonly run: (context: CommandContext, given: Given<A, O>) => Promise<CommandAnswer>
}

/** Declares a command; the types of what `run` gets follow from its arguments and options. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a command without arguments or options gets none of any name
export const command = <const A extends Arguments = Record<never, ArgumentSpec>, const O extends Options = Record<never, OptionSpec>>({ args, options, run, ...said }: Declaration<A, O>): Command => ({
  ...said, args: args ?? {}, options: options ?? {},
  // The parser fills these records by the very declarations from which their types are inferred.
  run: (context, given) => run(context, given as unknown as Given<A, O>),
})

/** Why something is done; the audit keeps it. */
/** What a command takes that gives everybody a version at once. */
export const emergencyOption = { takes: 'nothing', says: 'Everybody at once, though it passed no staged plan; needs --reason' } as const

export const reasonOption = { takes: 'text', value: 'text', usually: '', says: 'Why; it is kept in the audit' } as const
export const tenantArgument = { takes: 'one', says: 'Its host name, or in the demo the part before .localhost' } as const
export const versionsArgument = { named: 'module@version', says: 'Versions or selectors: payment@1.2.0, offers@^1.1, driver@stable, driver@inherit' } as const
export const minutesOption = (usual: number) => ({ takes: 'text', value: 'minutes', says: `So far back (${usual})` }) as const

/** How help writes an argument. */
export function argumentText(name: string, { takes, named = name }: ArgumentSpec): string {
  const many = takes === 'some' || takes === 'any' ? `${named}…` : named
  return takes === 'one' || takes === 'some' ? `<${many}>` : `[${many}]`
}

/** How help writes an option. */
export const optionText = (name: string, { takes, value = name }: OptionSpec): string => `--${name}${takes === 'nothing' ? '' : ` <${value}>`}`

/** The arguments of a command, in the order in which they are typed. */
export const argumentsText = ({ usage, args }: Command): string => usage ?? Object.entries(args).map(([name, spec]) => argumentText(name, spec)).join(' ')

/** A whole command in one line, `rollout back <tenant> [--to <revision>]`. */
export function synopsis(of: Command): string {
  const options = Object.entries(of.options).map(([name, spec]) => {
    const text = `${optionText(name, spec)}${spec.takes === 'list' ? ' …' : ''}`
    return spec.needed ? text : `[${text}]`
  })
  return ['rollout', of.name, argumentsText(of), ...options].filter((part) => part !== '').join(' ')
}
