import type { Browser } from '@playwright/test'
import { speakPseudo, textProblems } from './pseudo.ts'
import type { Subject } from './pictures.ts'
import { openGallery, type Finding, type GalleryPage } from './render.ts'

/** CSS pixels at which texts are looked at: the narrowest phone and a desktop. What lies between wraps as one of them. */
export const pseudoWidths = [320, 1440] as const

/** How a finding names the language that nobody speaks. */
const language = 'pseudo'

/** What is wrong with the texts of a subject in the pseudo-locale (DEC-182); `gallery` speaks it. */
export async function pseudoFindings(gallery: GalleryPage, subject: Subject): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const problem = await gallery.open(subject, 'en')
  if (problem !== null) return [{ subject, look: { language, width: 390, scheme: 'light' }, problem: `cannot be rendered: ${problem}` }]
  for (const width of pseudoWidths) {
    const look = { language, width, scheme: 'light' } as const
    await gallery.turn({ ...look, language: 'en' })
    const { cut, overlapping } = await textProblems(gallery.page)
    const sideways = await gallery.overflow()
    const problems = [...cut.map((text) => `cut off: ${text}`), ...overlapping.map((text) => `over each other: ${text}`), ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : [])]
    findings.push(...problems.map((each) => ({ subject, look, problem: each })))
  }
  return findings
}

/** Pages that look beside each other, as many as render pictures. */
const pages = 4

/** Looks at the texts of every subject; `say` is told how far it is. */
export async function checkTexts(browser: Browser, file: string, subjects: readonly Subject[], say: (text: string) => void): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  let next = 0
  const look = async (): Promise<void> => {
    const gallery = await openGallery(browser, file)
    await speakPseudo(gallery.page)
    for (let at = next++; at < subjects.length; at = next++) {
      const subject = subjects[at]
      if (subject) findings.push(...await pseudoFindings(gallery, subject))
      if (at % 50 === 49) say(`${at + 1} of ${subjects.length} in the pseudo-locale: ${findings.length} findings`)
    }
    await gallery.page.context().close()
  }
  await Promise.all(Array.from({ length: pages }, look))
  return findings
}
