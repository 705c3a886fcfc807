import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { provenOtherwise, repeats, titleOf, titlesLeftOut } from '@checkin/e2e/support/sample'
import { projectRoot } from '@checkin/tooling/ownership'

/** Titles of the journeys that Playwright would walk. */
function listed(env: Readonly<Record<string, string>>, config = 'e2e/playwright.config.ts'): readonly string[] {
  const text = execFileSync(process.execPath, [join(projectRoot, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', config, '--list'], {
    cwd: projectRoot, encoding: 'utf8', env: { ...process.env, CHECKIN_E2E_SAMPLE: '', CHECKIN_E2E_REPORT: '', ...env },
  })
  return [...text.matchAll(/^ +\[\w+\] › .*?:\d+:\d+ › (.*)$/gm)].map(([, title = '']) => title)
}

const isVariant = (beginning: string) => (title: string): boolean => title.startsWith(beginning) && !/\w/.test(title.charAt(beginning.length))

it('npm run walk takes every row of the states, which its configuration finds from a folder of its own (DEC-115)', () => {
  expect(listed({}, 'e2e/walk/playwright.config.ts').filter((title) => title.startsWith('walk ')).length).toBeGreaterThan(50)
})

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

  it('walks each journey once, in one of two runs beside each other', () => {
    const [renters = [], releases = []] = ['renters', 'releases'].map((part) => listed({ CHECKIN_E2E_PART: part }))
    expect([...renters, ...releases]).toEqual(all)
    expect(Math.min(renters.length, releases.length)).toBeGreaterThan(30)
  })

  it.each(Object.entries(provenOtherwise))('leaves out "%s" for what proves the same', (_title, proofs) => {
    expect(proofs.length).toBeGreaterThan(0)
    for (const { file, title } of proofs) {
      const text = readFileSync(join(projectRoot, file), 'utf8')
      expect(["('", '(`'].filter((opening) => text.includes(opening + title)), `${file}: ${title}`).toHaveLength(1)
      // Of a title with a variable in it, what stands before it.
      const beginning = title.split('${')[0] ?? ''
      if (file.startsWith('e2e/')) expect(sample.filter((each) => each.startsWith(beginning)), title).not.toEqual([])
    }
  })

  it('has every language, tenant and width that the list knows in the sample', () => {
    const of = (part: 'sample' | 'rest'): readonly string[] => repeats.flatMap((group) => group[part]).flatMap((variant) => variant.split(' ')).filter((word) => !/\d/.test(word))
    expect(of('rest').filter((word) => !of('sample').includes(word))).toEqual([])
    expect(of('sample')).toEqual(expect.arrayContaining(['en', 'pt', 'fr', 'costaverde', 'islandcars', 'alpen', 'desktop', 'mobile']))
  })
})
