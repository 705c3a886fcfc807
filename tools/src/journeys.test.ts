import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampledTitles } from '@checkin/e2e/support/sample'
import { projectRoot } from '@checkin/tooling/ownership'

/** Titles of the journeys that Playwright would walk. */
function listed(env: Readonly<Record<string, string>>, config = 'e2e/playwright.config.ts'): readonly string[] {
  const text = execFileSync(process.execPath, [join(projectRoot, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', config, '--list'], {
    cwd: projectRoot, encoding: 'utf8', env: { ...process.env, CHECKIN_E2E_SAMPLE: '', CHECKIN_E2E_REPORT: '', ...env },
  })
  return [...text.matchAll(/^ +\[\w+\] › .*?:\d+:\d+ › (.*)$/gm)].map(([, title = '']) => title)
}

const beginsWith = (beginning: string) => (title: string): boolean => title.startsWith(beginning) && !/\w/.test(title.charAt(beginning.length))

it('npm run walk takes every row of the states, which its configuration finds from a folder of its own (DEC-115)', () => {
  expect(listed({}, 'e2e/walk/playwright.config.ts').filter((title) => title.startsWith('walk ')).length).toBeGreaterThan(50)
})

describe('npm test walks a fixed sample of the journeys, npm run journeys all of them', () => {
  let all: readonly string[] = []
  let sample: readonly string[] = []
  let parts: readonly (readonly string[])[] = []
  beforeAll(() => {
    all = listed({})
    sample = listed({ CHECKIN_E2E_SAMPLE: '1' })
    parts = ['renters', 'releases'].map((part) => listed({ CHECKIN_E2E_PART: part }))
  })

  it('takes what the list names, each name one journey, and nothing else', () => {
    expect(sampledTitles.filter((beginning) => all.filter(beginsWith(beginning)).length !== 1)).toEqual([])
    expect(sample).toEqual(all.filter((title) => sampledTitles.some((beginning) => beginsWith(beginning)(title))))
  })

  it('walks each journey once, in one of two runs beside each other', () => {
    expect(parts.flat()).toEqual(all)
    expect(Math.min(...parts.map(({ length }) => length))).toBeGreaterThan(30)
  })

  it('has some of both runs in the sample, every language of the specification, every demo tenant, phones and desktops', () => {
    for (const part of parts) expect(part.filter((title) => sample.includes(title)).length).toBeGreaterThan(5)
    const inTitles = new Set(sample.flatMap((title) => title.split(/\W+/)))
    expect(['en', 'pt', 'fr', 'costaverde', 'islandcars', 'alpen', 'Norte', 'desktop', 'mobile', 'narrow', 'keyboard'].filter((word) => !inTitles.has(word))).toEqual([])
  })
})
