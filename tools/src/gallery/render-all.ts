import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openGallery, type GalleryPage, type Finding } from './render.ts'
import { fileOf, isChecked, looksIn, type Look, type Subject } from './pictures.ts'

/** What a run of the gallery came to. */
export interface Rendering {
  pictures: number
  checks: number
  readonly findings: Finding[]
}

/** Browsers' pages that render beside each other: most of a picture's time is waiting for frames. */
const pages = 4

/** Subjects after which a page is replaced by a fresh one: it keeps what it rendered, and grows by gigabytes. */
const subjectsPerPage = 40

async function renderLook(gallery: GalleryPage, subject: Subject, look: Look, folder: string, rendering: Rendering): Promise<void> {
  await gallery.turn(look)
  const overflow = await gallery.overflow()
  if (overflow > 0) rendering.findings.push({ subject, look, problem: `scrolls sideways by ${overflow} px` })
  if (isChecked(look)) {
    rendering.checks += 1
    for (const problem of await gallery.complaints()) rendering.findings.push({ subject, look, problem })
  }
  const path = join(folder, fileOf(subject, look))
  mkdirSync(dirname(path), { recursive: true })
  await gallery.page.screenshot({ path, type: 'jpeg', quality: 55, animations: 'disabled', caret: 'hide' })
  rendering.pictures += 1
}

/** Renders every look of every subject into `folder`; `say` is told how far it is. */
export async function renderAll(browser: Browser, file: string, subjects: readonly Subject[], languages: readonly string[], folder: string, say: (text: string) => void): Promise<Rendering> {
  const rendering: Rendering = { pictures: 0, checks: 0, findings: [] }
  const work = subjects.flatMap((subject) => languages.map((language) => ({ subject, language })))
  let next = 0
  const renderOn = async (): Promise<void> => {
    let gallery = await openGallery(browser, file)
    for (let at = next++, rendered = 1; at < work.length; at = next++, rendered += 1) {
      const { subject, language } = work[at] ?? { subject: null, language: '' }
      if (subject === null) break
      if (rendered % subjectsPerPage === 0) {
        await gallery.page.context().close()
        gallery = await openGallery(browser, file)
      }
      const problem = await gallery.open(subject, language)
      if (problem !== null) rendering.findings.push({ subject, look: { language, width: 390, scheme: 'light' }, problem: `cannot be rendered: ${problem}` })
      else for (const look of looksIn(language, subject.by)) await renderLook(gallery, subject, look, folder, rendering)
      if (at % 25 === 24) say(`${at + 1} of ${work.length}: ${rendering.pictures} pictures, ${rendering.findings.length} findings`)
    }
    await gallery.page.context().close()
  }
  await Promise.all(Array.from({ length: pages }, renderOn))
  return rendering
}
