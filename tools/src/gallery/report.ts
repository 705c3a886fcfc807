import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Rendering } from './render-all.ts'
import type { Finding } from './render.ts'
import { fileOf, looksIn, type Subject } from './pictures.ts'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

const lineOf = ({ subject, look, problem }: Finding): string => `${subject.screen} ${subject.state} ${look.language} ${look.width} ${look.scheme}: ${problem}`

/** Subjects by screen, in the order in which they were listed. */
const byScreen = (subjects: readonly Subject[]): ReadonlyMap<string, readonly Subject[]> => {
  const grouped = new Map<string, Subject[]>()
  for (const subject of subjects) grouped.set(subject.screen, [...grouped.get(subject.screen) ?? [], subject])
  return grouped
}

/** What is printed at the end: how much was rendered, by module, and what was found. */
export function summaryOf(subjects: readonly Subject[], { pictures, checks, findings }: Rendering): string {
  const modules = [...new Set(subjects.map(({ module }) => module))].map((module) => {
    const own = subjects.filter((each) => each.module === module)
    return `  ${module}: ${new Set(own.map(({ screen }) => screen)).size} screens, ${own.length} states`
  })
  return [
    `${byScreen(subjects).size} screens, ${subjects.length} states, ${pictures} pictures, ${checks} checks by axe, ${findings.length} findings`, ...modules,
    ...findings.map((finding) => `  ${lineOf(finding)}`),
  ].join('\n')
}

/** A page with every picture that lies in `folder`, by screen and state. */
export function indexPage(subjects: readonly Subject[], languages: readonly string[], rendering: Rendering, folder: string): string {
  const screens = [...byScreen(subjects)]
  const pictures = (subject: Subject): string => languages.flatMap((language) => looksIn(language, subject.by)).flatMap((look) => {
    const file = fileOf(subject, look)
    const name = `${look.language} ${look.width} ${look.scheme}`
    return existsSync(join(folder, file)) ? [`<figure><a href="${file}"><img src="${file}" alt="${escaped(`${subject.screen}, ${subject.state}, ${name}`)}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`] : []
  }).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title><style>
body{font:15px system-ui;margin:24px}section>div{display:flex;gap:12px;overflow-x:auto;align-items:flex-start}figure{margin:0}img{max-height:420px;max-width:420px;border:1px solid #999}nav a{margin-right:12px}pre{white-space:pre-wrap}
</style></head><body><h1>Gallery</h1><pre>${escaped(summaryOf(subjects, rendering))}</pre>
<nav>${screens.map(([screen, own]) => `<a href="#${screen}">${screen} (${own.length})</a>`).join('')}</nav>
${screens.map(([screen, own]) => `<h2 id="${screen}">${screen}</h2>${own.map((subject) => `<section><h3>${subject.state}</h3><div>${pictures(subject)}</div></section>`).join('\n')}`).join('\n')}
</body></html>`
}
