import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { repeats, titleOf, titlesLeftOut } from '@checkin/e2e/support/sample'
import { projectRoot } from '@checkin/tooling/ownership'

/** Titles of the journeys that Playwright would walk. */
function listed(env: Readonly<Record<string, string>>): readonly string[] {
  const text = execFileSync(process.execPath, [join(projectRoot, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--list'], {
    cwd: projectRoot, encoding: 'utf8', env: { ...process.env, CHECKIN_E2E_SAMPLE: '', CHECKIN_E2E_REPORT: '', ...env },
  })
  return [...text.matchAll(/^ +\[\w+\] › .*?:\d+:\d+ › (.*)$/gm)].map(([, title = '']) => title)
}

const isVariant = (beginning: string) => (title: string): boolean => title.startsWith(beginning) && !/\w/.test(title.charAt(beginning.length))

describe('npm test walks a fixed sample of the journeys, npm run journeys all of them', () => {
  let all: readonly string[] = []
  let sample: readonly string[] = []
  beforeAll(() => {
    all = listed({})
    sample = listed({ CHECKIN_E2E_SAMPLE: '1' })
  })

  it('leaves out what the list names and nothing else', () => {
    const missing = all.filter((title) => !sample.includes(title))
    expect(missing.filter((title) => !titlesLeftOut.some((beginning) => isVariant(beginning)(title)))).toEqual([])
    expect(missing).toHaveLength(titlesLeftOut.length)
    expect(sample.length + titlesLeftOut.length).toBe(all.length)
  })

  it.each(repeats)('names every variant of "$title" once, and walks one of them', (group) => {
    const { title, sample: walked, rest } = group
    const pattern = new RegExp(`^${title.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(\\w+)')}(?!\\w)`)
    const variants = all.flatMap((each) => pattern.exec(each)?.slice(1).join(' ') ?? [])
    expect([...walked, ...rest].sort()).toEqual([...variants].sort())
    expect(walked.length).toBeGreaterThan(0)
    for (const variant of walked) expect(sample.filter(isVariant(titleOf(group, variant)))).toHaveLength(1)
  })

  it('has every language, tenant and width that the list knows in the sample', () => {
    const of = (part: 'sample' | 'rest'): readonly string[] => repeats.flatMap((group) => group[part]).flatMap((variant) => variant.split(' ')).filter((word) => !/\d/.test(word))
    expect(of('rest').filter((word) => !of('sample').includes(word))).toEqual([])
    expect(of('sample')).toEqual(expect.arrayContaining(['en', 'pt', 'fr', 'costaverde', 'islandcars', 'alpen', 'desktop', 'mobile']))
  })
})
