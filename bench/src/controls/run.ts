import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { launchChromium } from '@checkin/testing/dev-page'
import { runNode } from '@checkin/tools/shell-command'
import { keep, progress } from '../report.ts'
import { buildControls } from './build.ts'
import { lookAt, type Seen } from './drive.ts'
import { candidates, controls, keyOf } from './names.ts'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
/** Fetched when they are asked for and not before: nothing of the product needs them. */
const libraries = { antd: '6.6.8', 'react-aria': '3.53.1', 'react-stately': '3.51.0', '@internationalized/date': '3.12.4', react: '19.3.1', 'react-dom': '19.3.1', dayjs: '1.11.23' }

/** `npm run bench -- controls`: the six controls of three candidates, what they weigh and how they behave (decision 0157). */
export async function controlsBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-controls-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: libraries }))
    const code = await runNode(folder, [join(root, 'tools/toolchain/node_modules/pnpm/bin/pnpm.mjs'), 'install', '--ignore-workspace', '--ignore-scripts', '--silent'], {})
    if (code !== 0) throw new Error(`the candidates could not be fetched: ${code}`)
    const weights = await progress('eighteen controls built', () => buildControls(root, folder, join(folder, 'node_modules')))
    const browser = await launchChromium('--allow-file-access-from-files')
    const figures: Record<string, Seen & { readonly bytes: number }> = {}
    for (const control of controls) {
      for (const candidate of candidates) {
        const key = keyOf(candidate, control)
        const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce', locale: 'en-GB' })
        const page = await context.newPage()
        await page.clock.setFixedTime('2026-11-23T12:00:00Z')
        const seen = await lookAt(page, candidate, control, pathToFileURL(join(folder, 'pages', `${key}.html`)).href)
        figures[key] = { bytes: weights[key] ?? 0, ...seen }
        await context.close()
      }
      console.table(Object.fromEntries(candidates.map((candidate) => {
        const figure = figures[keyOf(candidate, control)]
        if (!figure) throw new Error(`${keyOf(candidate, control)} was not measured`)
        const { bytes, deeds, named, target, axe } = figure
        const missed = Object.entries(deeds).filter(([, done]) => !done).map(([deed]) => deed)
        return [`${control}, ${candidate}`, { kB: Math.round(bytes / 100) / 10, missed: missed.join('; '), named, target, axe: axe.join(', ') }]
      })))
    }
    await browser.close()
    await keep('controls', { libraries, controls: figures })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
