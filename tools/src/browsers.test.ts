import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { otherBrowsers } from '@checkin/e2e/support/browser'
import { leftToChromium, titlesElsewhere, titlesForChromium } from '@checkin/e2e/support/sample'
import { projectRoot } from '@checkin/tooling/ownership'

/** Journeys by project that Playwright would walk. */
function listed(env: Readonly<Record<string, string>>): readonly (readonly [project: string, title: string])[] {
  const text = execFileSync(process.execPath, [join(projectRoot, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--list'], {
    cwd: projectRoot, encoding: 'utf8', env: { ...process.env, CHECKIN_E2E_SAMPLE: '', CHECKIN_E2E_REPORT: '', CHECKIN_E2E_BROWSERS: otherBrowsers.join(','), ...env },
  })
  return [...text.matchAll(/^ +\[(\w+)\] › (journeys\/.*?):\d+:\d+ › (.*)$/gm)].map(([, project = '', , title = '']) => [project, title])
}

describe.each(otherBrowsers)('journeys in %s (ECO-18)', (browser) => {
  let all: readonly (readonly [string, string])[] = []
  let sample: readonly (readonly [string, string])[] = []
  beforeAll(() => {
    all = listed({})
    sample = listed({ CHECKIN_E2E_SAMPLE: '1' })
  })

  it('are those that npm test names, each there once', () => {
    const walked = sample.filter(([project]) => project === browser).map(([, title]) => title)
    expect(titlesElsewhere.map((beginning) => walked.filter((title) => title.startsWith(beginning)).length)).toEqual(titlesElsewhere.map(() => 1))
    expect(walked).toHaveLength(titlesElsewhere.length)
  })

  it('are all but those that need Chromium, and each of these is a journey', () => {
    const titles = (of: string): readonly string[] => all.filter(([project]) => project === of).map(([, title]) => title)
    const missing = titles('product').filter((title) => !titles(browser).includes(title))
    expect(missing.every((title) => leftToChromium[browser].test(title))).toBe(true)
    expect(Object.keys(titlesForChromium[browser]).filter((beginning) => !missing.some((title) => title.split(' › ').at(-1)?.startsWith(beginning)))).toEqual([])
  })
})
