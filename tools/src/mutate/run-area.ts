import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { projectRoot } from '@checkin/tooling/ownership'
import { areaOf } from './areas.ts'
import { killedOnly } from './report.ts'

// A process of its own for each area: `run-area.ts pricing`; `--force` tries what was tried before too. What it found is left in .cache/mutation/pricing.json.
const area = areaOf(process.argv[2])
const found = join('.cache', 'mutation', `${area.name}.json`)
mkdirSync(join(projectRoot, dirname(found)), { recursive: true })
process.chdir(projectRoot)
const former = join('.cache', 'mutation', `${area.name}-incremental.json`)
// The runner would take a change that survived at load time for surviving still, whatever tests came since.
if (existsSync(former)) writeFileSync(former, JSON.stringify(killedOnly(JSON.parse(readFileSync(former, 'utf8')))))
process.env['CHECKIN_MUTATE_AREA'] = area.name
process.env['CHECKIN_MUTATE_POSTGRES'] = join(projectRoot, 'shared/server/src/testing/postgres-once.ts')

const kept = [area.packagePath, 'tools/src/mutate']
/** Each folder on the way to what is copied, opened one by one: a pattern cannot open what lies in a closed folder. */
const opened = kept.flatMap((path) => path.split('/').flatMap((_, at, parts) => {
  const folder = parts.slice(0, at + 1).join('/')
  return at + 1 === parts.length ? [`!/${folder}`] : [`!/${folder}`, `/${folder}/*`]
}))

await new Stryker({
  mutate: [...area.sources],
  ignorePatterns: ['/*', ...opened, '!/package.json', '!/tsconfig.json'],
  testRunner: 'vitest',
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  vitest: { configFile: 'tools/src/mutate/vitest-config.ts' },
  concurrency: 1,
  // A busy machine is slow; what runs for ever is rare.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: found },
  tempDirName: '.cache/mutation/sandbox',
  // What was killed before by a test that still stands as it was is not killed again.
  incremental: true, incrementalFile: former, force: process.argv.includes('--force'),
  allowEmpty: false,
}).runMutationTest()
