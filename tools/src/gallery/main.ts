import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '@checkin/api/languages'
import { launchChromium } from '@checkin/testing/dev-page'
import { projectRoot } from '@checkin/tooling/ownership'
import { findTestChromium } from '../chromium.ts'
import { acceptBaselines } from './baselines.ts'
import { buildGallery } from './build-page.ts'
import { checkTexts } from './pseudo-all.ts'
import { renderAll } from './render-all.ts'
import { listOf, openGallery } from './render.ts'
import { renderedLanguages } from './pictures.ts'
import { indexPage, summaryOf } from './report.ts'

const folder = join(projectRoot, '.cache', 'gallery')
const [wanted, ...others] = process.argv.slice(2)

process.env['CHECKIN_CHROMIUM'] ??= findTestChromium()
const built = mkdtempSync(join(tmpdir(), 'checkin-gallery-'))
const browser = await launchChromium('--allow-file-access-from-files')
let failed = 0
try {
  const file = await buildGallery(built)
  if (wanted === '--accept') console.log(`${await acceptBaselines(browser, file)} pictures are accepted`)
  else {
    const gallery = await openGallery(browser, file)
    const { list, missing } = await listOf(gallery)
    await gallery.page.context().close()
    // Texts alone take a fifth of the time of everything.
    const isTextsOnly = wanted === '--pseudo'
    const names = [...(isTextsOnly ? [] : [wanted]), ...others].filter((each) => each !== undefined)
    const subjects = names.length === 0 ? list : list.filter(({ screen, state, module }) => names.some((name) => name === screen || name === module || name === `${screen}/${state}`))
    if (subjects.length === 0) throw new Error(`No screen, module or state is called ${names.join(' ')}. Screens: ${[...new Set(list.map(({ screen }) => screen))].join(', ')}`)
    if (names.length === 0 && !isTextsOnly) rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const started = Date.now()
    const spoken = renderedLanguages(languages)
    const say = (text: string): void => { console.log(`  ${text}`) }
    const rendering = await renderAll(browser, file, isTextsOnly ? [] : subjects, spoken, folder, say)
    rendering.findings.push(...await checkTexts(browser, file, subjects, say))
    writeFileSync(join(folder, 'index.html'), indexPage(list, spoken, rendering, folder))
    writeFileSync(join(folder, 'summary.txt'), summaryOf(subjects, rendering))
    for (const screen of missing) console.log(`  ${screen} has no table in its module's src/test/gallery.ts`)
    console.log(`${summaryOf(subjects, rendering)}\n${Math.round((Date.now() - started) / 1000)} s; every picture: ${join(folder, 'index.html')}`)
    failed = rendering.findings.length + missing.length
  }
} finally {
  await browser.close()
  rmSync(built, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
