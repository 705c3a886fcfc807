import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { defences } from './defences.ts'
import { hostilePage } from './page.ts'
import { noticed, runBench } from './run.ts'

// `npm run hostile`: every attack against servers on a real database, then each defence taken out, which has to be noticed; writes docs/hostile-clients.md.
const { found, isGreen, output } = runBench()
if (!isGreen) console.error(output)
for (const { attack, tries, through } of found) console.log(`${through.length === 0 ? '✓' : '✗'} ${attack}: ${tries} tries, ${through.length} through${through.length === 0 ? '' : ` (${through.join('; ')})`}`)

const takenOut = defences.map((defence) => ({ defence, through: noticed(defence) }))
for (const { defence: { name }, through } of takenOut) console.log(`${through.length > 0 ? '✓' : '✗'} without "${name}": ${through.length} through`)
writeFileSync(join(projectRoot, 'docs/hostile-clients.md'), hostilePage(found, takenOut))
process.exit(isGreen && takenOut.every(({ through }) => through.length > 0) ? 0 : 1)
