import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { shellArguments } from '../test/shell-arguments.ts'
import { commandDocs } from './command-docs.ts'
import { commands } from './commands.ts'
import { synopsis } from './declare.ts'
import { helpOf, parse } from './parser.ts'
import { docsFile } from './write-docs.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (line: string) => parse(shellArguments(line), commands)
/** What a command line gave, or null where it asked for help. */
const givenBy = (line: string) => {
  const asked = read(line)
  return asked.kind === 'run' ? { command: asked.command.name, ...asked.given, json: asked.json } : null
}

/** Every command line in the code of documents that people copy from. */
function documented(): [file: string, line: string][] {
  const folders = readdirSync(root).filter((name) => name.startsWith('mfe-'))
  const files = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`), ...readdirSync(join(root, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`), ...folders.map((name) => `${name}/README.md`)]
  return files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/npm run rollout -- ([^`\n]+)/g)].map(([, line = '']): [string, string] => [file, line.trim()]))
}

describe('the parser of rollout', () => {
  it.each(commands.all.flatMap(({ name, examples }) => examples.map((example) => [example, name] as const)))('accepts "%s", an example of %s', (example, name) => {
    expect(givenBy(example)?.command).toBe(name)
  })

  it.each(documented())('accepts what %s shows: "%s"', (_file, line) => {
    expect(read(line).kind).toBe('run')
  })

  it('takes arguments and options in any order, and repeated ones together', () => {
    const written = givenBy('set costaverde --percent 10 offers@1.3.0 --rule staff:100 payment@^1.2 --rule source=broker:20 --json')
    expect(written).toMatchObject({ args: { tenant: 'costaverde', versions: ['offers@1.3.0', 'payment@^1.2'] }, options: { percent: '10', rule: ['staff:100', 'source=broker:20'], all: false, reason: '' }, json: true })
  })

  it.each([
    ['token replace ana --hash -x_9', { options: { hash: '-x_9' } }],
    ['token replace ana --hash --x9', { options: { hash: '--x9' } }],
    ['back costaverde --reason "-5 degrees"', { options: { reason: '-5 degrees' } }],
    ['key revoke driver -abc', { args: { module: 'driver', key: '-abc' } }],
    ['key revoke driver -- --abc', { args: { module: 'driver', key: '--abc' } }],
    ['settings costaverde driver.offset=-3', { args: { settings: ['driver.offset=-3'] } }],
  ])('takes a value that begins with a hyphen: "%s"', (line, given) => {
    expect(givenBy(line)).toMatchObject(given)
  })

  it.each([
    ['set costaverde offers@1.3.0 --precent 10', /^Unknown option '--precent'\n\(Did you mean --percent\?\)\n\nrollout set <tenant\|--all>/],
    ['status -x', /^Unknown option '-x'/],
    ['lst', /^Unknown command 'lst'\n\(Did you mean list\?\)/],
    ['token revok ana', /^Unknown command 'revok'\n\(Did you mean revoke\?\)\n\nrollout token new/],
    ['label payment@1.0.0', /^The label is missing\.\n\nrollout label <version> <label>/],
    ['bundle export 12', /^Required option '--out <file>' not specified\n\nrollout bundle export/],
    ['back costaverde alpen', /^Too many arguments/],
    ['back costaverde --reason --to', /^Option '--reason <text>' argument '--to' is invalid\. Its value is missing\./],
    ['back costaverde --to', /^Option '--to <revision>' argument missing/],
    ['token', /^rollout token new /],
  ])('says of "%s" what is wrong, what is near and how it is written', (line, message) => {
    expect(() => read(line)).toThrow(message)
  })

  it.each(commands.all.map(({ name }) => name))('%s has help with its arguments, options and examples', (name) => {
    const command = commands.all.find((each) => each.name === name)
    const help = read(`${name} --help`)
    expect(help).toEqual({ kind: 'help', text: helpOf(name.split(' '), commands) })
    for (const part of [...Object.keys(command?.options ?? {}).map((option) => `--${option}`), ...(command?.examples ?? [])]) expect(help.kind === 'help' ? help.text : '').toContain(part)
  })

  it.each(['help', '--help', '-h'])('%s shows every command', (line) => {
    const asked = read(line)
    const text = asked.kind === 'help' ? asked.text : helpOf([], commands)
    for (const { name, says } of commands.all) expect(text).toMatch(new RegExp(`rollout ${name}.*${says.replace(/[()]/g, '.')}`))
    expect(text).toContain('Exit code')
  })
})

it('docs/rollout-commands.md is made from the declarations (node services/module-registry/src/cli/write-docs.ts)', () => {
  expect(readFileSync(docsFile, 'utf8')).toBe(commandDocs(commands))
})

it('a command line says how it is written in one line', () => {
  expect(commands.all.filter((each) => ['back', 'token new'].includes(each.name)).map(synopsis)).toEqual([
    'rollout back <tenant> [--to <revision>] [--reason <text>]',
    'rollout token new --label <name> --role <role> [--for <person>] [--module <module>] [--tenant <tenant> …] [--expires <day>] [--hash <hash>] [--reason <text>]',
  ])
})
