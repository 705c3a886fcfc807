import { Command as Parser, CommanderError, InvalidArgumentError, Option } from 'commander'
import { argumentsText, type Command, type CommandList, type Given, optionText, synopsis } from './declare.ts'
import { CommandError } from './output.ts'

/** What a command line asks for. */
export type Asked =
  | { readonly kind: 'run'; readonly command: Command; readonly given: Given; readonly json: boolean }
  | { readonly kind: 'help'; readonly text: string }

/** Marks an argument with one hyphen, so that it is never an option: hashes and keys begin with one now and then. */
const held = '\0'
const hold = (arg: string): string => (/^-[^-]./.test(arg) ? held + arg : arg)
const release = (text: string): string => text.replaceAll(held, '')

/** Reads a command line. Throws CommandError which names what is wrong, the nearest name that there is, and how the command is written. */
export function parse(args: readonly string[], commands: CommandList): Asked {
  const out: string[] = []
  let asked: Asked | undefined
  const parser = parserOf(commands, (text) => out.push(text), (command, given, json) => { asked = { kind: 'run', command, given, json } })
  try {
    parser.parse(args.map(hold), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return { kind: 'help', text: args[0]?.startsWith('-') === true ? mainHelp(commands.all) : out.join('').trimEnd() }
    throw new CommandError(problemText(error, args, commands.all))
  }
  if (asked === undefined) throw new CommandError(overview(commands.all))
  return asked
}

/** Every command with what holds for all of them. */
const mainHelp = (all: readonly Command[]): string =>
  `${overview(all)}\n--json prints data instead of text.\nExit code: 0 done, or waiting as the answer says; 1 refused, with the reason; 2 a fault of rollout itself.`

/** The help of a command, a group or, without words, of everything. Throws CommandError for words that are no command. */
export function helpOf(names: readonly string[], commands: CommandList): string {
  const asked = parse([...names, '--help'], commands)
  return asked.kind === 'help' ? asked.text : overview(commands.all)
}

type Found = (command: Command, given: Given, json: boolean) => void

function parserOf({ all, groups }: CommandList, write: (text: string) => void, found: Found): Parser {
  const root = new Parser('rollout').exitOverride().helpCommand(false).helpOption('-h, --help', 'Shows this')
    .configureOutput({ writeOut: write, writeErr: () => undefined, outputError: () => undefined })
  const parents = new Map<string, Parser>()
  for (const command of all) {
    const [first = '', second] = command.name.split(' ')
    if (second !== undefined && !parents.has(first)) parents.set(first, root.command(first).helpCommand(false).description(groups[first] ?? ''))
    declare((parents.get(first) ?? root).command(second ?? first), command, found)
  }
  return root
}

function declare(parser: Parser, command: Command, found: Found): void {
  parser.description(`${command.says}.`).allowExcessArguments(false)
  for (const [name, spec] of Object.entries(command.args)) {
    const named = `${spec.named ?? name}${spec.takes === 'some' || spec.takes === 'any' ? '...' : ''}`
    parser.argument(spec.takes === 'one' || spec.takes === 'some' ? `<${named}>` : `[${named}]`, spec.says)
  }
  for (const [name, spec] of Object.entries(command.options)) {
    const option = new Option(optionText(name, spec), spec.says)
    if (spec.needed) option.makeOptionMandatory()
    // Without this, an option whose value was forgotten would take the next option for it.
    if (spec.takes !== 'nothing') option.argParser((value: string, before: unknown) => {
      if (value.startsWith('--') && (value.slice(2) in command.options || value === '--json')) throw new InvalidArgumentError('Its value is missing.')
      return spec.takes === 'list' ? [...(Array.isArray(before) ? before as string[] : []), release(value)] : release(value)
    })
    parser.addOption(option)
  }
  parser.option('--json', 'Prints data instead of text')
  if (command.usage !== undefined) parser.usage(`[options] ${command.usage}`)
  parser.addHelpText('after', `\nExamples:\n${command.examples.map((example) => `  rollout ${example}`).join('\n')}\n\n--json prints ${jsonText(command)}.`)
  parser.action(() => found(command, givenTo(parser, command), parser.getOptionValue('json') === true))
}

function givenTo(parser: Parser, { args, options }: Command): Given {
  const given = Object.entries(options).map(([name, spec]) => {
    const value: unknown = parser.getOptionValue(new Option(optionText(name, spec)).attributeName())
    return [name, value ?? { nothing: false, list: [], text: spec.usually }[spec.takes]]
  })
  const places = Object.keys(args).map((name, place) => {
    const value: unknown = parser.processedArgs[place]
    return [name, Array.isArray(value) ? value.map((each: string) => release(each)) : typeof value === 'string' ? release(value) : undefined]
  })
  return { args: Object.fromEntries(places) as Given['args'], options: Object.fromEntries(given) as Given['options'] }
}

/** What `--json` prints, as a part of a sentence. */
export const jsonText = ({ json, jsonMore }: Command): string => {
  const answers = json.map(({ method, path }) => `${method} ${path}`).join(' or ')
  return [...(answers === '' ? [] : [`the answer of ${answers}`]), ...(jsonMore === undefined ? [] : [jsonMore])].join(', ')
}

/** The commands that a command line begins with the words of: the one that was meant, or those of a group. */
function meant(args: readonly string[], commands: readonly Command[]): readonly Command[] {
  const [first = '', second = ''] = args
  const exact = commands.filter(({ name }) => name === first || name === `${first} ${second}`)
  return exact.length > 0 ? exact : commands.filter(({ name }) => name.startsWith(`${first} `))
}

function problemText({ code, message }: CommanderError, args: readonly string[], commands: readonly Command[]): string {
  const of = meant(args, commands)
  const usage = of.length === 0 ? overview(commands) : `${of.map(synopsis).join('\n')}\n${of.length === 1 ? `rollout help ${of[0]?.name ?? ''} says more.` : ''}`.trimEnd()
  if (code === 'commander.help') return usage
  const [, missing] = /missing required argument '([^']+)'/.exec(message) ?? []
  const said = missing === undefined ? release(message).replace(/^error: /, '') : `The ${missing.replace('…', '')} is missing.`
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}\n\n${usage}`
}

/** Every command in a line. */
export function overview(commands: readonly Command[]): string {
  const lines = commands.map((command) => [`rollout ${command.name} ${argumentsText(command)}`.trimEnd(), command.says] as const)
  const width = Math.max(...lines.map(([line]) => line.length))
  return [...lines.map(([line, says]) => `${line.padEnd(width)}  ${says}`), '', 'rollout help <command> has its options and examples.'].join('\n')
}

