import { mkdtemp, readdir, rm, stat, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ModuleManifest, SettingSpecs } from '@checkin/releases'
import type { Service } from '@checkin/server'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registryService } from '../app.ts'
import type { Tables } from '../storage/tables.ts'
import { aModule, newKey } from '../test/test-registry.ts'
import type { Build } from './build.ts'
import { run } from './run.ts'
import type { CliSettings } from './settings.ts'

let folder: string
let database: TestDatabase<Tables>
let service: Service
let settings: CliSettings
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-rollout-'))
  database = await testDatabase<Tables>({ schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  service = await registryService({ database, assetsDir: join(folder, 'assets'), signingKey: newKey(), demo: true, log: { level: 'silent' } })
  const port = await service.listen({ port: 0 })
  settings = { sitePort: 4000, registry: `http://127.0.0.1:${port}`, demo: true, token: undefined, publisherKey: undefined, runnerKey: undefined, databaseUrl: undefined, keysDir: join(folder, 'keys') }
})
afterAll(async () => {
  await service.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const moduleSettings: SettingSpecs = {
  usualAge: { kind: 'number', says: 'Age that a calendar opens on', default: 35, least: 18, most: 80 },
  isStrict: { kind: 'switch', says: 'Whether it asks again', default: false },
}

/** Stands where this shell, which was built before there were such screens, offers no place. */
const park: NonNullable<ModuleManifest['screens']>[number] = { name: 'park', module: 'mfe-parking', path: '/api/park', after: 'add-extras', leads: { 'parking/done': { to: 'next' } } }

/** Stands for the compiler: a folder's name is the module. */
const build: Build = async (dir, { version = '1.0.0' }) => {
  const name = dir.split('/').at(-1) ?? ''
  const change = name === 'mfe-parking' ? { steps: [park.name], screens: [park] } : name === 'mfe-driver' && version !== '1.0.0' ? { settings: moduleSettings } : {}
  const { manifest, files } = aModule(name, version, { change })
  const outDir = join(folder, 'dist', name, version)
  for (const { path, base64 } of files) {
    await mkdir(outDir, { recursive: true })
    await writeFile(join(outDir, path), Buffer.from(base64, 'base64'))
  }
  return { manifest, outDir }
}
const rollout = (line: string) => run(line.split(' '), settings, build)

describe('rollout, as docs/rollouts.md has it', () => {
  it('publish makes the module\'s key on first use, readable by its owner only', async () => {
    expect(await rollout('publish shell')).toMatch(/^shell@1\.0\.0 is published: 1 files/)
    expect(await rollout('publish mfe-driver')).toContain('mfe-driver@1.0.0 is published')
    expect(await rollout('publish mfe-driver --version 1.2.0')).toContain('mfe-driver@1.2.0 is published')
    expect((await stat(join(settings.keysDir, 'mfe-driver.pem'))).mode & 0o077).toBe(0)
    expect(await readdir(join(folder, 'assets', 'mfe-driver'))).toEqual(['1.0.0', '1.2.0'])
  })

  it('publish says so when the version was there already', async () => {
    expect(await rollout('publish mfe-driver')).toContain('was published already')
  })

  it('set takes short names for tenant and module', async () => {
    expect(await rollout('set costaverde shell@1.0.0 driver@1.0.0 --reason first')).toBe('costaverde.localhost is at revision 1, set 1: driver@1.0.0 shell@1.0.0')
    await rollout('set islandcars.localhost shell@1.0.0 mfe-driver@1.0.0')
    expect(await rollout('set costaverde driver@1.2.0 --emergency --reason fix')).toContain('revision 2, set 2: driver@1.2.0')
  })

  it('status shows all tenants, or one with its history', async () => {
    expect(await rollout('status')).toMatch(/costaverde\.localhost +2 +2 .*driver@1\.2\.0[^]*islandcars\.localhost +1 +1 /)
    expect(await rollout('status costaverde')).toMatch(/^costaverde\.localhost is at revision 2[^]*\n1 +1 .*first +driver@1\.0\.0/)
  })

  it('list shows every version and where it is served', async () => {
    expect(await rollout('list')).toMatch(/mfe-driver +1\.2\.0 .*costaverde\.localhost\nmfe-driver +1\.0\.0 .*islandcars\.localhost/)
  })

  it('set --all moves every tenant, and back moves one of them back', async () => {
    expect(await rollout('set --all driver@1.2.0 --emergency --reason fix')).toBe('Change 3 waits for a second person, because it changes all tenants: rollout approve 3')
    expect(await rollout('approve 3')).toMatch(/Change 3 is applied\n.*costaverde\.localhost: applied.*\n.*islandcars\.localhost: applied, revision 2/)
    expect(await rollout('back islandcars')).toContain('islandcars.localhost is at revision 3, set 1')
    expect(await rollout('back islandcars --to 2 --reason again')).toContain('revision 4, set 2')
  })

  it('settings shows what may be set, and sets some of it; set brings a version with its settings', async () => {
    expect(await rollout('settings costaverde')).toMatch(/mfe-driver@1\.2\.0 +usualAge +- +35 +Age that a calendar opens on/)
    expect(await rollout('settings costaverde driver.usualAge=50 driver.isStrict=true')).toContain('mfe-driver {"isStrict":true,"usualAge":50}')
    expect(await rollout('settings costaverde driver.isStrict=')).toContain('mfe-driver {"usualAge":50}')
    await expect(rollout('settings costaverde driver.usualAge=12')).rejects.toThrow('mfe-driver can\'t have this value of usualAge (ImpossibleSet)')
    await rollout('publish mfe-driver --version 1.3.0')
    expect(await rollout('set costaverde driver@1.3.0 --setting driver.usualAge=60 --emergency --reason fix')).toContain('driver@1.3.0')
    expect(await rollout('settings costaverde')).toMatch(/mfe-driver@1\.3\.0 +usualAge +60 /)
  })

  it('health, errors and live show how versions do', async () => {
    await database.kysely.insertInto('health_minute').values({ host: 'costaverde.localhost', module: 'mfe-driver', version: '1.2.0', minute: new Date(), good: 7, bad: 1 }).execute()
    await database.kysely.insertInto('error_group').values({ module: 'mfe-driver', version: '1.2.0', phase: 'render', reason: 'threw', step: 'driver-details', host: 'costaverde.localhost', count: 3, first_at: new Date(), last_at: new Date() }).execute()
    expect(await rollout('health costaverde --minutes 60')).toMatch(/costaverde\.localhost +mfe-driver@1\.2\.0 +8 +1 +12\.5 %/)
    expect(await rollout('errors --module driver')).toMatch(/mfe-driver@1\.2\.0 +render +threw +driver-details +3 +costaverde\.localhost/)
    expect(await rollout('errors --module payment')).not.toContain('render')
    expect(await rollout('live')).toContain('page loads')
  })

  it('levels shows what is promised and what is kept', async () => {
    expect(await rollout('levels')).toMatch(/pages answered +- +- +99\.9 % good +nothing counted +0/)
    await database.kysely.insertInto('service_minute').values({ minute: new Date(), good: 999, failed: 1, resolve: JSON.stringify([990, 10, 0, 0, 0, 0, 0]), propagation: JSON.stringify([0, 1, 0, 0, 0, 0, 1]) }).execute()
    const said = await rollout('levels --minutes 60')
    expect(said).toMatch(/pages answered +- +99\.90 % +99\.9 % good +met +1000\nresolving a set +<= 0\.5 ms +<= 0\.5 ms +99 % within 5 ms +met +1000\nchange in use +<= 250 ms +> 5000 ms +99 % within 1000 ms +NOT MET +2/)
    expect(said).toMatch(/\d\d:\d\d +1000 +99\.90 % +<= 0\.5 ms +2 +> 5000 ms$/)
  })

  it('trace leads from a code to what happened, however it is typed, and to the set that the renter had', async () => {
    await database.kysely.insertInto('trace').values({ code: 'K7QF-2M9X', at: '2026-12-01T12:00:00Z', host: 'costaverde.localhost', set_id: 2, module: 'mfe-driver', version: '1.2.0', phase: 'render', reason: 'threw', step: 'driver-details' }).execute()
    for (const typed of ['K7QF-2M9X', 'k7qf2m9x', 'k7qf 2m9x']) {
      expect(await rollout(`trace ${typed}`)).toBe('K7QF-2M9X: 2026-12-01 12:00 UTC, costaverde.localhost, screen driver-details\n  mfe-driver@1.2.0 failed (render: threw)\n  set 2: driver@1.2.0 shell@1.0.0\n  the same failure of this version: 3 times, costaverde.localhost')
    }
    expect(await rollout('trace K7QF-2M9X --preview --hours 1')).toMatch(/http:\/\/preview\.costaverde\.localhost:4000\/preview\/\S+\nGood until /)
    await expect(rollout('trace 2222-2222')).rejects.toThrow('(UnknownTrace)')
  })

  it('set takes rules, and why says what a session of such a booking gets', async () => {
    await rollout('publish mfe-driver --version 1.2.1')
    await rollout('set islandcars driver@1.2.1 --rule source=broker,language=pt:100 --emergency --reason fix')
    expect(await rollout('why islandcars --source broker --language pt')).toMatch(/to 100 % by rule 1; .* is in$/)
    expect(await rollout('why islandcars --source direct --language pt')).toMatch(/to 0 %; .* is not in$/)
    await expect(rollout('set islandcars driver@1.2.1 --rule source:100')).rejects.toThrow('is not of the form staff:100, source=broker:20')
    await rollout('back islandcars')
  })

  it('tenant says that only tested sets are wanted, and set says what is missing', async () => {
    expect(await rollout('tenant islandcars --rehearsed yes')).toContain('tested sets only')
    expect(await rollout('status islandcars')).toContain('it gets tested sets only')
    expect(await rollout('set islandcars driver@1.2.1 --percent 5 --dry-run')).toContain('(NotRehearsed)')
    expect(await rollout('set costaverde driver@1.2.1 --percent 5 --dry-run')).toContain('not tested')
    await expect(rollout('tenant islandcars --rehearsed maybe')).rejects.toThrow('--rehearsed is yes or no')
    expect(await rollout('tenant islandcars --rehearsed no')).not.toContain('tested')
  })

  it('stage and plan take waves of groups and tenants, and plans shows the wave (DEC-353)', async () => {
    await rollout('publish mfe-driver --version 1.2.2')
    expect(await rollout('tenant islandcars --groups south,pilot')).toContain('groups pilot, south;')
    expect(await rollout('stage --wave group:pilot --wave costaverde driver@1.2.2').catch((error: unknown) => String(error))).toContain('"costaverde" is not of the form group:alpha or host:costaverde,islandcars')
    await expect(rollout('stage --all --wave group:pilot driver@1.2.2')).rejects.toThrow('--all or --wave, not both')
    await expect(rollout('stage --wave group:nobody driver@1.2.2')).rejects.toThrow('No tenant with a release is in the group nobody (EmptyGroup)')
    const said = await rollout('stage --wave group:pilot --wave host:costaverde driver@1.2.2')
    const [, id = ''] = /^Plan (\d+) \(driver@1\.2\.2\) is running at 0 %, wave 1 of 2, step 0 of 3/.exec(said) ?? []
    expect(await rollout('plans')).toMatch(/driver@1\.2\.2 +running .* 1 of 2 +\d of 3 +islandcars\.localhost costaverde\.localhost/)
    expect(await rollout(`abort ${id}`)).toContain('is aborted')
    const file = join(folder, 'plan.json')
    await writeFile(file, JSON.stringify({ name: 'from a file', modules: { 'mfe-driver': '1.2.2' } }))
    const [, other = ''] = /^Plan (\d+) \(from a file\) is running at 0 %, wave 1 of 1/.exec(await rollout(`plan ${file} --wave group:pilot,host:costaverde`)) ?? []
    await rollout(`abort ${other}`)
    await writeFile(file, JSON.stringify({ name: 'from a file', modules: { 'mfe-driver': '1.2.2' }, hosts: ['costaverde.localhost'] }))
    await expect(rollout(`plan ${file} --wave group:pilot`)).rejects.toThrow('must have either hosts or waves')
  })

  it('experiment starts, is shown and stops, and leaves nothing behind that could not start (DEC-357)', async () => {
    await rollout('publish mfe-driver --version 1.9.1')
    const started = await rollout('experiment start costaverde driver@1.9.1 --metric completion --effect 3 --percent 20 --reason fewer')
    expect(started).toMatch(/^Experiment \d+ \(driver@1\.9\.1\) runs until /)
    const id = /\d+/.exec(started)?.[0] ?? ''
    expect(await rollout('experiment show')).toMatch(new RegExp(`\\n${id} +driver@1\\.9\\.1 +costaverde\\.localhost +mfe-driver .* 1\\.9\\.1 +20 % +completed +too few \\(0\\)`))
    expect(await rollout(`experiment show ${id}`)).toContain('Odds for A 1.0, for B 1.0; 40 end it')
    await expect(rollout('experiment start costaverde driver@1.9.1 --metric time --effect 30')).rejects.toThrow('(ExperimentRunning)')
    expect(await rollout('experiment show')).toContain('stopped before it was known')
    expect(await rollout(`experiment stop ${id} --reason enough`)).toContain('stopped before it was known')
    await expect(rollout(`experiment stop ${id}`)).rejects.toThrow('(WrongState)')
    await expect(rollout('experiment start costaverde driver@1.9.1 --metric joy --effect 3')).rejects.toThrow('"joy" is no metric: completion, added, time')
    await expect(rollout('experiment start costaverde driver@1.9.1 --metric added --effect 3')).rejects.toThrow('Say of which currency')
  })

  it('experiment start compares settings: what B has is what A has by now with what is said (DEC-361)', async () => {
    const started = await rollout('experiment start costaverde driver --setting driver.usualAge=70 --metric time --effect 20 --reason older')
    expect(started).toMatch(/^Experiment \d+ \(driver driver\.usualAge=70\) runs until /)
    const id = /\d+/.exec(started)?.[0] ?? ''
    expect(await rollout('experiment show')).toMatch(new RegExp(`\\n${id} +driver driver\\.usualAge=70 .* [\\d.]+ \\{.*\\} +[\\d.]+ \\{.*"usualAge":70.*\\} +50 %`))
    expect(await rollout('status costaverde')).toContain('with other settings to 50 %')
    await expect(rollout('experiment start costaverde driver --setting payment.cards=2 --metric time --effect 20')).rejects.toThrow('B has other settings of driver alone')
    await rollout(`experiment stop ${id} --reason enough`)
    await expect(rollout('experiment start costaverde driver --setting driver.nothing=2 --metric time --effect 20')).rejects.toThrow('(ImpossibleSet)')
  })

  it('mail list says that mail is not configured, and mail add says why it does not work', async () => {
    expect(await rollout('mail list')).toContain('CHECKIN_REGISTRY_MAIL_FROM is not set')
    await expect(rollout('mail add duty@example.com --event canary.stopped --of group:pilot')).rejects.toThrow('(MailNotConfigured)')
    await expect(rollout('mail add duty@example.com --event nothing')).rejects.toThrow('"nothing" is no kind of event')
    await expect(rollout('mail confirm mJ3kQ9xTz1aBmJ3kQ9xTz1aB')).rejects.toThrow('(UnknownCode)')
    await expect(rollout('mail end 3')).rejects.toThrow('(UnknownSubscription)')
  })

  it('audit shows who did what and that the chain is whole', async () => {
    expect(await rollout('audit')).toMatch(/demo-operator +back +islandcars\.localhost[^]*The chain is whole\./)
  })

  it('token new shows a token that works when a second person approved it', async () => {
    const said = await rollout('token new --label viewer-two --role viewer --for vera@example.com')
    const [token = ''] = said.split('\n')
    const [, change = '', fingerprint = ''] = /Change (\d+) waits for a second person, because it gives somebody a token.*\nFingerprint: (\S+)/.exec(said) ?? []
    await expect(run(['status'], { ...settings, token }, build)).rejects.toThrow('(Unauthorized)')
    expect(await rollout('changes')).toContain(fingerprint)
    await rollout(`approve ${change}`)
    expect(await run(['status'], { ...settings, token }, build)).toContain('costaverde.localhost')
    await expect(run(['back', 'costaverde'], { ...settings, token }, build)).rejects.toThrow('(Forbidden)')
  })

  it('token list shows who has what, revoke and narrow happen at once, replace waits', async () => {
    expect(await rollout('token list')).toMatch(/viewer-two +vera@example\.com +viewer +everything +demo-operator +demo-approver/)
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    expect(await rollout(`token narrow viewer-two --tenant costaverde --expires ${soon}`)).toBe(`viewer-two reaches costaverde.localhost until ${soon} 23:59 UTC`)
    await expect(rollout('token narrow viewer-two --expires 2099-01-31')).rejects.toThrow('(LifetimeTooLong)')
    expect(await rollout('token narrow viewer-two --tenant alpen')).toContain('waits for a second person')
    expect(await rollout('token replace viewer-two --grace 2')).toMatch(/^crt_[^]*waits for a second person/)
    expect(await rollout('token revoke viewer-two --reason left')).toBe('viewer-two is worth nothing from now on')
  })

  it('token rotate puts a new secret in the place of one\'s own, and both work (DEC-143)', async () => {
    const said = await rollout('token new --label viewer-three --role viewer')
    const [token = ''] = said.split('\n')
    await rollout(`approve ${/Change (\d+)/.exec(said)?.[1] ?? ''}`)
    const rotated = await run(['token', 'rotate', '--grace', '2'], { ...settings, token }, build)
    expect(rotated).toMatch(/^crt_\S+\nKeep it now: it is not shown again\.\nThe former secret of viewer-three counts until /)
    for (const each of [token, rotated.split('\n')[0]]) expect(await run(['token', 'list'], { ...settings, token: each }, build)).toContain('viewer-three')
    await expect(rollout('token rotate')).rejects.toThrow('(NotRotatable)')
  })

  it('link list shows previews that were given out, and link revoke ends one (DEC-143)', async () => {
    await rollout('preview costaverde driver@1.2.0')
    const [, id = ''] = /^(\S+) +preview +costaverde\.localhost +mfe-driver@1\.2\.0/m.exec(await rollout('link list')) ?? []
    expect(await run(['link', 'revoke', 'costaverde', '--', id], settings, build)).toBe(`The preview link ${id} of costaverde.localhost opens nothing any more`)
    expect(await rollout('link list')).toMatch(new RegExp(`${id} .* by demo-operator`))
  })

  it('session list shows who is signed in at the console, and session end ends it (DEC-143)', async () => {
    const opened = await fetch(`${settings.registry}/registry/v1/console-sessions`, {
      method: 'POST', headers: { 'authorization': 'Bearer demo-viewer', 'content-type': 'application/json' }, body: JSON.stringify({ hash: 'h'.repeat(43), agent: 'Firefox, Linux' }),
    })
    expect(opened.status).toBe(200)
    const [, id = ''] = /^(\S+) +demo-viewer +viewer +everything +token +Firefox, Linux/m.exec(await rollout('session list')) ?? []
    expect(await run(['session', 'end', '--reason', 'left', '--', id], settings, build)).toBe(`The session ${id} has ended`)
    expect(await rollout('session list')).not.toContain(id)
  })

  it('token make shows a token and what others may know of it, and calls nobody', async () => {
    const made = await run(['token', 'make'], { ...settings, registry: 'http://127.0.0.1:9' }, build)
    const [, hash = ''] = /--hash (\S+)/.exec(made) ?? []
    expect(await rollout(`token new --label holder-made --role viewer --hash ${hash}`)).toMatch(/^Change \d+ waits/)
  })

  it('token new takes a hash that begins with a hyphen', async () => {
    expect(await rollout(`token new --label holder-hyphen --role viewer --hash -${'x'.repeat(42)}`)).toMatch(/^Change \d+ waits/)
  })

  it('key set waits, and status shows a replaced key', async () => {
    const file = join(folder, 'next.pem')
    await writeFile(file, newKey())
    expect(await rollout('key list')).toMatch(/mfe-driver +\S+ +.*demo-operator +demo-approver +-/)
    const [, change = ''] = /Change (\d+) waits for a second person, because it changes who publishes a module/.exec(await rollout(`key set driver ${file} --reason rotation`)) ?? []
    await rollout(`approve ${change}`)
    expect(await rollout('status')).toMatch(/The key of mfe-driver was replaced on .* by demo-operator, approved by demo-approver; the one before counts until /)
    expect(await rollout(`key set driver ${file}`)).toContain('signs mfe-driver already')
    const [, old = ''] = /mfe-driver +(\S+) .*replaced/.exec(await rollout('key list')) ?? []
    expect(await run(['key', 'revoke', 'driver', '--', old], settings, build)).toContain('signs nothing of mfe-driver any more')
    expect(await rollout('status')).not.toContain('was replaced')
  })

  it('installation first-approver needs the database, and nobody who approves yet', async () => {
    const line = 'installation first-approver --operator olga --approver anton'
    await expect(rollout(line)).rejects.toThrow('Set DATABASE_URL')
    const direct = { ...settings, demo: false, databaseUrl: database.url }
    expect(await run(line.split(' '), direct, build)).toMatch(/^For olga, operator:\ncrt_\S+\nFor anton, approver:\ncrt_\S+/)
    await expect(run(line.split(' '), direct, build)).rejects.toThrow('anton approves already')
    await expect(rollout('installation')).rejects.toThrow('first-approver --operator')
  })

  it.each([
    ['set costaverde', 'Say which versions'],
    ['set costaverde driver', 'not of the form payment@1.2.0'],
    ['set costaverde driver@9.0.0', 'mfe-driver@9.0.0 is not published (UnknownVersion)'],
    ['set', 'The tenant is missing'],
    ['trace', 'The code is missing'],
    ['settings costaverde usualAge=5', 'not of the form driver.usualAge=40'],
    ['health costaverde --minutes many', '--minutes must be a number'],
    ['back alpen', 'alpen.localhost has no release'],
    ['back costaverde --to x', 'is no revision'],
    ['token new --label releases --role publisher', 'The body cannot be used (InvalidRequest)\n  body: a publisher needs a module, nobody else has one'],
    ['dance', 'rollout publish <module dir>'],
    ['status --loudly', 'Unknown option \'--loudly\''],
  ])('"%s" is answered in words', async (line, message) => {
    await expect(rollout(line)).rejects.toThrow(message)
  })

  it('reports that the registry is not there, and how to start it', async () => {
    await expect(run(['list'], { ...settings, registry: 'http://127.0.0.1:9' }, build)).rejects.toThrow(/does not answer.*npm start/)
  })

  it('makes no key outside the demo', async () => {
    const production = { ...settings, demo: false, token: 'some-token-of-this-test', keysDir: join(folder, 'none') }
    await expect(run(['publish', 'mfe-driver'], production, build)).rejects.toThrow('Set CHECKIN_PUBLISHER_KEY')
  })

  it('publish takes a module of any name, and set says why its screens can not come (DEC-196, DEC-199)', async () => {
    expect(await rollout('publish mfe-parking')).toMatch(/^mfe-parking@1\.0\.0 is published/)
    await expect(rollout('set islandcars parking@1.0.0')).rejects.toThrow('mfe-parking brings a screen at /api/park, which is reserved; mfe-parking puts the screen park at add-extras, which this shell does not offer; mfe-parking brings the screen park, which nobody comes to in this shell (ImpossibleSet)')
  })
})
