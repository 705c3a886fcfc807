import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { shellArguments } from '../test/shell-arguments.ts'
import { commands } from './commands.ts'
import { parse } from './parser.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { readonly scripts: Record<string, string> }

/** Every text in a document. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

/** Lines of a recipe that call npm, with what the pipeline puts in written as a word. */
function npmLines(file: string): string[] {
  const document = parseDocument(readFileSync(`${root}docs/ci-recipes/${file}`, 'utf8'), { strict: true, uniqueKeys: true })
  expect([...document.errors, ...document.warnings]).toEqual([])
  return texts(document.toJS()).flatMap((text) => text.split('\n')).filter((line) => /^\s*npm run /.test(line))
    .map((line) => line.replaceAll(/\$\{\{.*?\}\}|\$\(.*?\)(?=")/g, '12').replace(/ >>? .*$/, '').trim())
}

describe.each(['github-actions.yml', 'gitlab-ci.yml'])('the recipe %s', (file) => {
  it('names commands of this project only', () => {
    for (const line of npmLines(file)) expect(scripts).toHaveProperty([/^npm run (?:--silent )?([\w:]+)/.exec(line)?.[1] ?? ''])
  })

  it('has command lines of rollout that the parser accepts, from publishing to promotion', () => {
    const asked = npmLines(file).flatMap((line) => (line.includes(' rollout -- ') ? [parse(shellArguments(line.split(' rollout -- ')[1] ?? ''), commands)] : []))
    expect(asked.map((each) => (each.kind === 'run' ? each.command.name : each.text))).toEqual(['publish', 'preview', 'publish', 'set', 'why', 'status', 'bundle export', 'bundle import', 'set'])
  })

  it('prints data alone where a command reads it', () => {
    for (const line of npmLines(file)) if (line.includes('--json')) expect(line).toContain('--silent')
  })
})
