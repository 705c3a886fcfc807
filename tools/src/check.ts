import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { securityAlerts, securityEventsPage } from '@checkin/server/security-pages'
import { codeowners, projectRoot, readOwnership, workspacePackages } from '@checkin/tooling/ownership'
import { assembledFile, assembledText, readRoutes } from '@checkin/tooling/route-table'
import { recordProblems, subjectProblem } from '@checkin/tooling/decision-records'
import { wrongDependencies } from '@checkin/tooling/dependencies'
import { longFiles } from '@checkin/tooling/file-budget'
import { cycles, importGraph, packageGraph } from '@checkin/tooling/import-cycles'
import { differingSizes, filesByPackage, packageSizes, withSizes, writtenSizes } from '@checkin/tooling/package-sizes'
import { bannedNames, bannedWords } from '@checkin/tooling/vocabulary'
import { anchorsIn, deadCitations, doubled, StateRows, withStateTables } from '@checkin/tooling/spec'
import { notBuilt, proofPage, provedFiles, unproved } from '@checkin/tooling/proof-page'
import { citingTests, walkedRows } from '@checkin/tooling/proof-titles'
import { asvsPage } from './asvs/asvs.ts'
import { acceptedWeaknesses } from './audit/accepted.ts'
import { auditDependencies, toMend } from './audit/audit.ts'
import { cryptographyPage } from './cryptography/inventory.ts'
import { fieldRulesPage } from './field-rules/field-rules.ts'
import { code } from './findings/code.ts'
import { ecosystem } from './findings/ecosystem.ts'
import { experience } from './findings/experience.ts'
import { findingIds, findingsPage, unheld } from './findings/findings-page.ts'
import { operations } from './findings/operations.ts'
import { security } from './findings/security.ts'
import { librariesPage } from './libraries/libraries-page.ts'
import { productTextFiles } from './texts/product-texts.ts'
import { runNode } from './shell-command.ts'

/** One gate of the code: its name, and whether it holds. */
type Gate = readonly [name: string, holds: () => Promise<boolean>]

const write = process.argv.includes('--write')

const trackedFiles = (): string[] => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8', maxBuffer: 1 << 26 })
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(projectRoot, path)))
}

/** Subjects of so many commits as one looks at together; what is older stays as it was. */
const newestSubjects = (): readonly string[] => execFileSync('git', ['log', '--format=%s', '-n', '150'], { cwd: projectRoot, encoding: 'utf8' }).split('\n').filter((subject) => subject !== '')

const textOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

const gates: readonly Gate[] = [
  ['CODEOWNERS is made from ownership.json', async () => {
    const path = join(projectRoot, 'CODEOWNERS')
    const wanted = codeowners(readOwnership())
    if (write) writeFileSync(path, wanted)
    return existsSync(path) && readFileSync(path, 'utf8') === wanted
  }],
  ['the table of screens is made from mfe-*/routes.ts', async () => {
    const path = join(projectRoot, assembledFile)
    const wanted = assembledText(await readRoutes(projectRoot))
    if (write) writeFileSync(path, wanted)
    return existsSync(path) && readFileSync(path, 'utf8') === wanted
  }],
  ['docs/packages.md is made from the contracts\' versions', async () => {
    const path = join(projectRoot, 'docs/packages.md')
    const wanted = await librariesPage(projectRoot)
    if (write) writeFileSync(path, wanted)
    return existsSync(path) && readFileSync(path, 'utf8') === wanted
  }],
  ['the texts that companies may word themselves are those of the catalogues', async () => {
    const files = productTextFiles(projectRoot, trackedFiles())
    if (write) for (const [path, wanted] of files) writeFileSync(join(projectRoot, path), wanted)
    return files.every(([path, wanted]) => existsSync(join(projectRoot, path)) && textOf(path) === wanted)
  }],
  ['security events and their alarms are described as the catalogue says', async () => {
    const pages = [['docs/security-events.md', securityEventsPage()], ['deploy/prometheus/security-alerts.yml', securityAlerts()]] as const
    if (write) for (const [path, wanted] of pages) writeFileSync(join(projectRoot, path), wanted)
    return pages.every(([path, wanted]) => existsSync(join(projectRoot, path)) && textOf(path) === wanted)
  }],
  ['the table of ASVS, the inventory of cryptography and the rules by field are written down', async () => {
    const pages = [['docs/asvs.md', asvsPage()], ['docs/cryptography.md', cryptographyPage()], ['docs/field-rules.md', fieldRulesPage()]] as const
    if (write) for (const [path, wanted] of pages) writeFileSync(join(projectRoot, path), wanted)
    return pages.every(([path, wanted]) => existsSync(join(projectRoot, path)) && textOf(path) === wanted)
  }],
  ['no file above 300 lines', async () => {
    const long = longFiles(projectRoot, trackedFiles())
    for (const file of long) console.log(`  ${file.result}: ${file.path} has ${file.lines} lines`)
    return long.every((file) => file.result !== 'fail')
  }],
  ['no imports in a circle', async () => {
    const files = importGraph(projectRoot, trackedFiles())
    const found = [...cycles(files), ...cycles(packageGraph(files, readOwnership().packages.map(({ path }) => path)))]
    for (const circle of found) console.log(`  ${circle.join(' > ')}`)
    return found.length === 0
  }],
  ['packages depend on what they import', async () => {
    const packages = workspacePackages(projectRoot)
    const files = filesByPackage(packages, trackedFiles())
    const found = packages.flatMap((path) => wrongDependencies(projectRoot, path, files.get(path) ?? []))
    for (const { path, name, problem } of found) console.log(`  ${path}/package.json: ${name} is ${problem}`)
    return found.length === 0
  }],
  ['packages have the size that docs/architecture.md says', async () => {
    const path = 'docs/architecture.md'
    const sizes = packageSizes(workspacePackages(projectRoot), trackedFiles(), (file) => textOf(file).split('\n').length - 1)
    if (write) writeFileSync(join(projectRoot, path), withSizes(textOf(path), sizes))
    const differing = differingSizes(writtenSizes(textOf(path)), sizes)
    for (const each of differing) console.log(`  ${each}`)
    return differing.length === 0
  }],
  ['docs/spec/states.md is made from states.json', async () => {
    const path = 'docs/spec/states.md'
    const wanted = withStateTables(textOf(path), StateRows.parse(JSON.parse(textOf('docs/spec/states.json'))))
    if (write) writeFileSync(join(projectRoot, path), wanted)
    return textOf(path) === wanted
  }],
  ['every cited requirement resolves', async () => {
    const paths = trackedFiles()
    const anchors = paths.filter((path) => /^docs\/spec\/[^/]+\.md$/.test(path)).flatMap((path) => anchorsIn(textOf(path)))
    const citing = paths.filter((path) => /\.(ts|tsx|sql|md)$/.test(path) && !path.endsWith('tooling/src/spec.test.ts') && !path.endsWith('tooling/src/spec.ts'))
    const dead = deadCitations(citing.map((path) => ({ path, text: textOf(path) })), anchors, readdirSync(join(projectRoot, 'docs', 'decisions')))
    const twice = doubled(anchors)
    for (const { path, line, cited } of dead) console.log(`  ${path}:${line} cites ${cited}, which docs/spec does not explain`)
    for (const id of twice) console.log(`  docs/spec explains ${id} twice`)
    return dead.length + twice.length === 0
  }],
  ['every row of the specification names its tests in docs/spec/proof.md', async () => {
    const path = 'docs/spec/proof.md'
    const files = provedFiles.map((name) => ({ name, text: textOf(`docs/spec/${name}`) }))
    const known = new Set(files.flatMap(({ text }) => anchorsIn(text)))
    // Tests of these very checks cite rows as examples.
    const sources = trackedFiles().filter((file) => /\.tsx?$/.test(file) && !/tooling\/src\/(spec|proof)/.test(file)).map((file) => ({ file, text: textOf(file) }))
    const tests = sources.flatMap(({ file, text }) => {
      if (file.startsWith('e2e/walk/rows/')) return walkedRows(file, text, known)
      return /\.(test|spec)\.tsx?$/.test(file) ? citingTests(file, text, known) : []
    })
    const unbuilt = notBuilt(StateRows.parse(JSON.parse(textOf('docs/spec/states.json'))), textOf('docs/spec/decisions.md'), sources.map(({ text }) => text))
    const wanted = proofPage(files, tests, unbuilt)
    if (write) writeFileSync(join(projectRoot, path), wanted)
    for (const id of unproved(files, tests, unbuilt)) console.log(`  ${id} is asserted by no test`)
    return existsSync(join(projectRoot, path)) && textOf(path) === wanted
  }],
  ...[experience, security, operations, ecosystem, code].map((findings): Gate => [`every finding is held by a test that ${findings.page} names`, async () => {
    const tests = trackedFiles().filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !/(tooling\/src\/(spec|proof)|src\/findings\/)/.test(file)).flatMap((file) => citingTests(file, textOf(file), findingIds(findings)))
    const wanted = findingsPage(findings, tests)
    if (write) writeFileSync(join(projectRoot, findings.page), wanted)
    for (const id of unheld(findings, tests)) console.log(`  ${id} is held by no test`)
    return existsSync(join(projectRoot, findings.page)) && textOf(findings.page) === wanted && unheld(findings, tests).length === 0
  }]),
  ['names are those of docs/glossary.md', async () => {
    const banned = bannedWords(textOf('docs/glossary.md'))
    const found = trackedFiles().filter((path) => /\.tsx?$/.test(path)).flatMap((path) => bannedNames(path, textOf(path), banned))
    for (const { path, line, name, standard } of found) console.log(`  ${path}:${line} ${name}: say ${standard}`)
    return found.length === 0
  }],
  ['decisions have one form, and the newest commits say what they are', async () => {
    const folder = join(projectRoot, 'docs', 'decisions')
    const records = recordProblems(readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })), textOf('docs/decisions/README.md'))
    for (const problem of records) console.log(`  docs/decisions: ${problem}`)
    const commits = newestSubjects().flatMap((subject) => subjectProblem(subject) === null ? [] : [`"${subject}" ${subjectProblem(subject)}`])
    for (const problem of commits) console.log(`  ${problem}`)
    return records.length + commits.length === 0
  }],
  ['no weakness of a dependency is known that has to be mended', async () => {
    const audit = await auditDependencies()
    if (audit.kind === 'skipped') {
      console.warn(`  SKIPPED: the registry answered no audit of dependencies (${audit.why}); nothing is known for or against them`)
      return true
    }
    const found = toMend(audit.weaknesses, acceptedWeaknesses, new Date().toISOString().slice(0, 10))
    for (const { id, name, severity, title } of found) console.log(`  ${name}: ${severity}, ${title} (${id})`)
    return found.length === 0
  }],
  ['types', async () => (await runNode(projectRoot, ['tools/node_modules/typescript-native/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo', '-p', '.'])) === 0],
  ['lint: language and types', async () => (await runNode(projectRoot, ['tools/node_modules/oxlint/bin/oxlint', '--deny-warnings', ...(write ? ['--fix'] : []), '.'], { OXLINT_TSGOLINT_PATH: join(projectRoot, 'tools', 'node_modules', '.bin', 'tsgolint') })) === 0],
  ['lint: effector and boundaries', async () => (await runNode(projectRoot, ['tools/node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint', '--cache-strategy', 'content', ...(write ? ['--fix'] : []), '.'])) === 0],
]

/** Runs every gate and names those that do not hold. They wait for each other only where they mend files: lint and types take a processor each. */
export async function checkCode(): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 }
  const run = async ([name, holds]: Gate): Promise<void> => {
    const started = Date.now()
    const held = await holds()
    counts[held ? 'passed' : 'failed'] += 1
    console.log(`${held ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
  if (write) for (const gate of gates) await run(gate)
  else await Promise.all(gates.map(run))
  return counts
}

if (import.meta.main) process.exit((await checkCode()).failed === 0 ? 0 : 1)
