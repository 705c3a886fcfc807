import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { repositoryFiles, repositoryPackage } from './repository-files.ts'

const files = repositoryFiles({ name: 'mfe-parking', packages: null })
const versions = Object.fromEntries(['@checkin/rollout', '@checkin/tooling', '@types/node', '@types/react', 'typescript', 'vitest', 'effector', 'effector-react', 'i18next', 'dayjs', 'react', 'react-dom', 'react-i18next'].map((name) => [name, '1.0.0']))
const { scripts } = JSON.parse(repositoryPackage('{}', versions)) as { readonly scripts: Readonly<Record<string, string>> }

/** The pipeline of a new repository, as its service reads it. */
function pipeline(file: string): Readonly<Record<string, unknown>> {
  const document = parseDocument(files[`mfe-parking/${file}`] ?? '', { strict: true, uniqueKeys: true })
  expect([...document.errors, ...document.warnings]).toEqual([])
  return document.toJS() as Readonly<Record<string, unknown>>
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

/** The repository's own commands that a part of a pipeline runs, in their order. */
const commandsOf = (part: unknown): readonly string[] => texts(part).flatMap((text) => /^npm run (?:--silent )?(\S+)$/.exec(text)?.[1] ?? [])

describe('the pipeline of a repository that was just made (DEC-201)', () => {
  it('checks every change at GitHub, and publishes what the main branch has once it holds', () => {
    const { on, jobs } = pipeline('.github/workflows/module.yml') as { readonly on: unknown; readonly jobs: Readonly<Record<string, { readonly if?: string; readonly needs?: string; readonly environment?: string }>> }
    expect(on).toEqual({ pull_request: null, push: { branches: ['main'] } })
    expect([commandsOf(jobs['check']), commandsOf(jobs['publish'])]).toEqual([['check'], ['publish:module']])
    expect(jobs['publish']).toMatchObject({ if: "github.event_name == 'push'", needs: 'check', environment: 'publisher' })
  })

  it('does the same at GitLab', () => {
    const { stages, check, publish } = pipeline('.gitlab-ci.yml')
    expect([stages, commandsOf(check), commandsOf(publish)]).toEqual([['check', 'publish'], ['check'], ['publish:module']])
    expect(publish).toMatchObject({ stage: 'publish', environment: 'publisher', rules: [{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }] })
  })

  it.each(['.github/workflows/module.yml', '.gitlab-ci.yml'])('runs what the repository has, and has no secret in its text: %s', (file) => {
    const asked = commandsOf(pipeline(file))
    expect(asked.length).toBeGreaterThan(0)
    for (const command of asked) expect(scripts).toHaveProperty([command])
    for (const [, value = ''] of (files[`mfe-parking/${file}`] ?? '').matchAll(/^\s+CHECKIN_(?:REGISTRY_TOKEN|PUBLISHER_KEY): (.*)$/gm)) expect(value).toMatch(/^\$\{\{ secrets\./)
  })
})
