import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { runNode } from '../shell-command.ts'
import { areaOf, areas, type Area } from './areas.ts'
import { equivalents } from './equivalents.ts'
import { findingsIn, isEnough, mutationPage, type Findings } from './report.ts'

// `npm run mutate`: changes the rules that decide over money, access and data, one place at a time, and sees whether a test notices.
// `npm run mutate -- pricing` runs an area, `-- --force` tries again what was tried before, `-- --report` only writes the page.
const args = process.argv.slice(2)
const named = args.filter((each) => !each.startsWith('--')).map(areaOf)
const chosen = args.includes('--report') ? [] : named.length > 0 ? named : areas

let code = 0
for (const { name } of chosen) code = Math.max(code, await runNode(projectRoot, ['tools/src/mutate/run-area.ts', name, ...args.filter((each) => each === '--force')]))

const found = ({ name }: Area): Findings | null => {
  const path = join(projectRoot, '.cache', 'mutation', `${name}.json`)
  return existsSync(path) ? findingsIn(name, JSON.parse(readFileSync(path, 'utf8')), equivalents) : null
}
const all = areas.map((area) => found(area) ?? { area: area.name })
writeFileSync(join(projectRoot, 'docs/spec/mutation.md'), mutationPage(all))
for (const findings of all) {
  if (!('survivors' in findings)) console.log(`${findings.area}: has not run here`)
  else console.log(`${findings.area}: ${isEnough(findings) ? 'enough' : 'too few'}, ${findings.killed} of ${findings.killed + findings.survivors.length} changes noticed`)
}
process.exit(code !== 0 || all.some((findings) => 'survivors' in findings && !isEnough(findings)) ? 1 : 0)
