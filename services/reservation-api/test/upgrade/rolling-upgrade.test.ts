import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, kindOf, type Endpoint } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import { everyForm } from '@checkin/http/body-form'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isWhole } from '@checkin/testing/sample'
import { projectRoot, type Program } from '../chaos/processes.ts'
import { anInstallation, migrateCommand, publishedFile, readiness, thisRelease, type Replaceable } from './installation.fixture.ts'
import { furtherMigration, writeNextRelease } from './next-release.fixture.ts'
import { nginxProgram, nginxRefusal, writeNginx } from './nginx.fixture.ts'
import { renterLoad } from './renter-load.fixture.ts'

if (nginxProgram === null) console.log('rolling upgrade: SKIPPED, nginx is not installed')

describe.runIf(isWhole && nginxProgram !== null)('an installation behind nginx (REL-8, REL-12, REL-20)', () => {
  let folder = ''
  let installation: Awaited<ReturnType<typeof anInstallation>>
  const running = new Map<string, Program>()
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
    installation = await anInstallation(nginxProgram ?? '', folder)
  })
  afterAll(async () => {
    await Promise.all([...running.values()].map((program) => program.kill()))
    await installation.stop()
    rmSync(folder, { recursive: true })
  })

  /** What processes that were told to stop said of themselves: 503, or null where this test asked so late that it had ended. */
  const answers: (number | null)[] = []

  /** SIGTERM, not ready, answered to the end, ended by itself; then the other release in its place, ready before it is relied on. */
  const replace = async (each: Replaceable, apiFolder: string): Promise<void> => {
    const stopped = running.get(each.name)?.stop()
    await expect.poll(async () => answers[answers.push(await readiness(each)) - 1]).not.toBe(200)
    expect([each.name, await stopped]).toEqual([each.name, 0])
    running.set(each.name, await each.start(apiFolder))
  }

  it('goes to the next release and back, process by process, while every call of its renters is answered', async () => {
    const next = writeNextRelease(folder)
    for (const each of installation.processes) running.set(each.name, await each.start(thisRelease))
    const load = await renterLoad(installation.database, { port: installation.publicPort, renters: 4, file: publishedFile, pauseMs: 2 })

    expect(await migrateCommand(next, installation.database.url)).toBe(`Applied ${furtherMigration.name}.`)
    for (const each of installation.processes) await replace(each, next)
    const there = load.calls()
    expect(await migrateCommand(thisRelease, installation.database.url)).toBe('Nothing to migrate.')
    for (const each of installation.processes.toReversed()) await replace(each, thisRelease)

    const journeys = await load.stop()
    console.log(`rolling upgrade: ${load.calls()} calls in ${journeys} journeys, ${there} of them on the way to the next release, ${load.busy()} put off, ${load.failures.length} failed`, ...load.failures.map((each) => JSON.stringify(each)))
    expect(load.failures).toEqual([])
    expect(answers).toContain(503)
    expect(answers.filter((answer) => ![200, 503, null].includes(answer))).toEqual([])
    expect(journeys).toBeGreaterThan(4 * installation.processes.length)
  }, 600_000)
})

describe('deploy/nginx/checkin.conf', () => {
  it.skipIf(nginxProgram === null)('is taken by nginx with the places that stand beside it, TLS among them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
    onTestFinished(() => { rmSync(folder, { recursive: true }) })
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost', '-keyout', join(folder, 'site.key'), '-out', join(folder, 'site.crt')], { stdio: 'ignore' })
    const asShipped = (name: string): readonly string[] => readFileSync(join(projectRoot, 'deploy/nginx/checkin', name), 'utf8')
      .replaceAll('/etc/nginx/checkin/', `${folder}/`).split('\n').filter((line) => !line.startsWith('client_body_temp_path'))
    const file = writeNginx({ folder, listen: { public: asShipped('public.conf'), inside: asShipped('inside.conf') }, sites: [], apis: [] })
    for (const name of ['sites.conf', 'apis.conf']) writeFileSync(join(folder, 'checkin', name), asShipped(name).join('\n'))
    expect(nginxRefusal(nginxProgram ?? '', file)).toBe('')
  })

  const text = readFileSync(join(projectRoot, 'deploy/nginx/checkin.conf'), 'utf8')

  it('repeats no POST but those that may be made again by the contract', () => {
    const posts = everyForm<Endpoint>(Object.values(everyCall)).filter(({ method }) => method === 'POST')
    const repeatable = posts.flatMap((call) => (kindOf(call) === 'read' ? [`POST /api${call.path} always`] : 'idempotent' in call ? [`POST /api${call.path} keyed`] : []))
    const listed = [...text.matchAll(/"(POST \/api\S+)"\s+(always|keyed);/g)].map(([, call, when]) => `${call ?? ''} ${when ?? ''}`)
    expect(listed.sort()).toEqual(repeatable.sort())
  })

  it('lets the largest body of the contract pass', () => {
    expect(text.match(/client_max_body_size 64m;/g)).toHaveLength(2)
    expect(Math.max(...Object.values(contract).map((call) => ('bodyLimit' in call ? call.bodyLimit : 0)))).toBe(64 * 1024 * 1024)
  })
})
