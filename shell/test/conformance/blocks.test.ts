// @vitest-environment node
import type { Browser } from '@playwright/test'
import { longestBlockMs } from '@checkin/telemetry/longest-block'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { watchBlocks, type BlockWatch } from './blocks.ts'
import { watchPage } from './watch-page.ts'

let browser: Browser
beforeAll(async () => { browser = await openBrowser() })
afterAll(async () => { await browser.close() })

const after = (ms: number): Promise<void> => new Promise((done) => { setTimeout(done, ms) })

/** Lets every process that renders a page stand still, as a machine does that has other things to do. */
async function standStill(ms: number): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  for (const { id } of renderers) process.kill(id, 'SIGSTOP')
  await after(ms)
  for (const { id } of renderers) process.kill(id, 'SIGCONT')
}

/** A page that computes for as many rounds, and what is done meanwhile. */
async function blocksOf(rounds: number, meanwhile: () => Promise<unknown>): Promise<{ readonly seenMs: number; readonly blocks: BlockWatch }> {
  const page = await browser.newPage()
  await page.addInitScript(watchPage)
  const blocks = await watchBlocks(page)
  await page.goto('data:text/html,<title>page</title>')
  const began = Date.now()
  const work = page.evaluate((many) => new Promise((done) => {
    setTimeout(() => {
      let sum = 1
      for (let round = 0; round < many; round += 1) for (let each = 0; each < 1e6; each += 1) sum ^= (sum << 13) ^ each
      done(sum)
    })
  }), rounds)
  await meanwhile()
  await work
  await blocks.look()
  return { seenMs: Date.now() - began, blocks }
}

describe('a page that answers nothing for seconds', () => {
  it('is blocked by what it computes (DEC-243, DEC-297)', async () => {
    const { blocks } = await blocksOf(4000, () => Promise.resolve())
    expect(blocks.longest()).toBeGreaterThan(longestBlockMs)
  }, 60_000)

  it('is not blocked by a machine that stands still (DEC-243, DEC-297)', async () => {
    const { seenMs, blocks } = await blocksOf(300, () => standStill(longestBlockMs + 1000))
    expect(seenMs).toBeGreaterThan(longestBlockMs)
    expect(blocks.longest()).toBeLessThan(longestBlockMs)
  }, 60_000)
})
