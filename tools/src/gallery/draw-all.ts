import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import { setUpEasel, type Easel, type Finding } from './draw.ts'
import { fileOf, isChecked, looksIn, type Look, type Subject } from './pictures.ts'

/** What a run of the gallery came to. */
export interface Drawing {
  pictures: number
  checks: number
  readonly findings: Finding[]
}

/** Browsers' pages that draw beside each other: one waits for its picture while the other paints. */
const easels = 2

async function drawLook(easel: Easel, subject: Subject, look: Look, folder: string, drawing: Drawing): Promise<void> {
  await easel.turn(look)
  const overflow = await easel.overflow()
  if (overflow > 0) drawing.findings.push({ subject, look, problem: `scrolls sideways by ${overflow} px` })
  if (isChecked(look)) {
    drawing.checks += 1
    for (const problem of await easel.complaints()) drawing.findings.push({ subject, look, problem })
  }
  const path = join(folder, fileOf(subject, look))
  mkdirSync(dirname(path), { recursive: true })
  await easel.page.screenshot({ path, type: 'jpeg', quality: 55, animations: 'disabled', caret: 'hide' })
  drawing.pictures += 1
}

/** Draws every look of every subject into `folder`; `say` is told how far it is. */
export async function drawAll(browser: Browser, file: string, subjects: readonly Subject[], languages: readonly string[], folder: string, say: (text: string) => void): Promise<Drawing> {
  const drawing: Drawing = { pictures: 0, checks: 0, findings: [] }
  const work = subjects.flatMap((subject) => languages.map((language) => ({ subject, language })))
  let next = 0
  const drawOn = async (): Promise<void> => {
    const easel = await setUpEasel(browser, file)
    for (let at = next++; at < work.length; at = next++) {
      const { subject, language } = work[at] ?? { subject: null, language: '' }
      if (subject === null) break
      const problem = await easel.open(subject, language)
      if (problem !== null) drawing.findings.push({ subject, look: { language, width: 390, scheme: 'light' }, problem: `cannot be drawn: ${problem}` })
      else for (const look of looksIn(language, subject.by)) await drawLook(easel, subject, look, folder, drawing)
      if (at % 25 === 24) say(`${at + 1} of ${work.length}: ${drawing.pictures} pictures, ${drawing.findings.length} findings`)
    }
    await easel.page.context().close()
  }
  await Promise.all(Array.from({ length: easels }, drawOn))
  return drawing
}
