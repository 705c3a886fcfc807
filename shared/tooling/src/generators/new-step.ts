import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routeNames } from '@checkin/remote'
import { projectRoot } from '../ownership.ts'
import { stepFiles } from './step-files.ts'
import { camel, checkedName, json, pascal, writeFiles } from './write-files.ts'

const usage = 'npm run new:step -- <remote> <route name>'

/** Adds the step to `src/remote.ts`, the manifest and the words, each in the one place where its kind is listed. */
function enterStep(root: string, remote: string, route: string): void {
  const edit = (path: string, change: (text: string) => string): void => {
    const file = join(root, remote, path)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  edit('src/remote.ts', (text) => {
    const entry = `${camel(route)}Step`
    const imported = `import { ${entry} } from './steps/${route}/step.ts'\n`
    return listed(text.replace(/(import type \{ RemoteModule \}[^\n]*\n)/, `$1${imported}`), entry)
  })
  edit('remote.manifest.ts', (text) => listed(text, `'${route}'`))
  for (const language of ['en', 'pt', 'fr']) {
    edit(`locales/${language}.json`, (text) => json({ ...(JSON.parse(text) as Record<string, string>), [`${pascal(route)}.title`]: pascal(route) }))
  }
}

/** Appends to the one `steps: [ … ]` of a file. */
const listed = (text: string, entry: string): string =>
  text.replace(/steps: \[([^\]]*)\]/, (_all, inside: string) => `steps: [${[...inside.split(',').map((each) => each.trim()).filter((each) => each !== ''), entry].join(', ')}]`)

/** Route names with capitals (paymentLog) keep them; folders are named as the route. */
export function newStep(root: string, args: readonly string[]): void {
  const remote = `mfe-${checkedName(args[0]?.replace(/^mfe-/, ''), usage)}`
  const route = args[1]
  if (!existsSync(join(root, remote, 'src/remote.ts'))) throw new Error(`${remote} does not exist: npm run new:remote -- ${remote}`)
  if (route === undefined || !routeNames.some((known) => known === route)) throw new Error(`Usage: ${usage}\nRoutes: ${routeNames.join(', ')}`)
  writeFiles(root, stepFiles(remote, route))
  enterStep(root, remote, route)
}

if (import.meta.main) newStep(projectRoot, process.argv.slice(2))
