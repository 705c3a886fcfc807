import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '@checkin/tools/chromium'
import { installs } from '@checkin/tools/debian-package'
import { chromiumFlags } from './report.ts'

const server = '/usr/bin/Xvfb'

/** Milliseconds between two acts: nobody leaves a box in the moment in which the text came into it, and then its answer would count for the next act. */
const pause = 100

/** A browser whose frames are shown somewhere, and the way to end it. */
export interface ShownBrowser {
  readonly browser: Browser
  readonly close: () => Promise<void>
}

/**
 * Chromium with a window on a display that exists in memory alone (Debian's Xvfb). Without a window Chromium may keep a frame back until the next change of
 * the page, and then tells an answer to a press as long as the server took: 3.5 s where the answer was held for 3, with the button's wheel rendered after 80 ms.
 */
export async function shownBrowser(): Promise<ShownBrowser> {
  if (!existsSync(server) && !installs('xvfb', server)) throw new Error('How soon an answer to a press is shown is measured in a window: install Xvfb')
  const display = spawn(server, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const numbers = display.stdio[3]
  if (!numbers || !('read' in numbers)) throw new Error('Xvfb tells no display')
  for await (const number of createInterface({ input: numbers })) {
    const browser = await chromium.launch({ executablePath: findChromium(), headless: false, slowMo: pause, args: [...chromiumFlags], env: { ...process.env, DISPLAY: `:${number}` } })
    return { browser, close: async () => { await browser.close(); display.kill() } }
  }
  throw new Error('Xvfb ended before it told its display')
}
