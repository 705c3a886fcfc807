import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '@checkin/tools/chromium'
import { launch, measureFirstScreen, median, slow4G, type FirstScreen } from './measure-first-screen.ts'

const results = join(dirname(dirname(fileURLToPath(import.meta.url))), 'results')
const runs = 5

/** `npm run bench -- first-screen`: the first screen of a running product at slow 4G, with a slow and a fast processor. */
async function firstScreen(): Promise<void> {
  const address = `http://costaverde.localhost:${process.env['CHECKIN_PORT'] ?? '4000'}/`
  const browser = await launch(findChromium())
  const cases: Record<string, FirstScreen> = {}
  for (const cpuSlowdown of [4, 1]) {
    const measured: FirstScreen[] = []
    for (let run = 0; run < runs; run += 1) measured.push(await measureFirstScreen(browser, address, { ...slow4G, cpuSlowdown }))
    cases[`slow 4G, processor ${cpuSlowdown}x slower`] = median(measured)
  }
  await browser.close()
  console.log(`First screen of ${address}, medians of ${runs} cold loads`)
  console.table(Object.fromEntries(Object.entries(cases).map(([name, figures]) => [name, Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Math.round(value * 1000) / 1000]))])))
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'first-screen.json'), JSON.stringify({ address, runs, cases }, null, 2))
}

const benches: Readonly<Record<string, () => Promise<void>>> = { 'first-screen': firstScreen }
const [name = 'first-screen'] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Unknown benchmark "${name}". Known: ${Object.keys(benches).join(', ')}. They measure a product that runs: npm start first.`)
  process.exit(2)
}
await bench()
