import { flowSlots, matchAddress, routes } from '@checkin/routes'
import { sparse, type SparseRow } from '@checkin/routes/row'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSet } from './check-set.ts'
import { screenProblems } from './check-screens.ts'
import type { ModuleManifest } from './manifest.ts'
import { providedScreens, tableOfSet } from './set-screens.ts'

const manifest = (name: string, change: Partial<ModuleManifest> = {}): ModuleManifest => ({
  name, version: '1.0.0', uniqueName: `${name.replaceAll('-', '_')}_1_0_0`, entry: 'main.js', initial: [], styles: [], words: {}, provides: {}, consumes: [], contracts: {}, steps: [],
  files: [{ path: 'main.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }], ...change,
})
const flow = { slots: [...flowSlots], screens: routes.map(sparse) }
const shell = manifest('shell', { flow })
const shellFromBefore = manifest('shell')

const park: SparseRow = { name: 'park', module: 'mfe-parking', path: '/park', after: 'add-extras', leads: { 'parking/done': { to: 'next' }, 'parking/left': { to: 'back' } } }
const withScreens = (name: string, screens: readonly SparseRow[]): ModuleManifest => manifest(name, { steps: screens.map((row) => row.name), screens: [...screens] })
const parking = (...screens: readonly SparseRow[]) => ({ 'mfe-parking': withScreens('mfe-parking', screens) })
const codes = (modules: Readonly<Record<string, ModuleManifest>>, of = shell) => screenProblems({ shell: of, modules }).map(({ code }) => code)
/** The flow's own module, with what it says otherwise of one screen. */
const driver = (change: Partial<SparseRow>) => ({ 'mfe-driver': withScreens('mfe-driver', flow.screens.filter(({ module }) => module === 'mfe-driver').map((row, at) => (at === 0 ? { ...row, ...change } : row))) })

describe('the union of the screens of a set', () => {
  it('is accepted where every screen is reached and leads on, from one module or several, in a set without some modules too (DEC-195, DEC-199)', () => {
    const place: SparseRow = { name: 'park-place', module: 'mfe-parking', path: '/park/place', within: 'park', leads: { 'parking/placed': { to: 'next', reload: 'reservation' }, 'parking/other': { to: 'park' } } }
    const chooses: SparseRow = { ...park, leads: { ...park.leads, 'parking/chosen': { to: 'park-place' } } }
    const insurance: SparseRow = { name: 'insure', module: 'mfe-insurance', path: '/insure', after: 'driver-document-license', leads: { 'insurance/done': { to: 'next' } } }
    expect(checkSet(shell, { ...parking(chooses, place), 'mfe-insurance': withScreens('mfe-insurance', [insurance]), ...driver({}) })).toEqual([])
    expect(checkSet(shell, {})).toEqual([])
  })

  it('takes from a module of the flow how its screens look, and versions from before rows were written down as they are (DEC-195)', () => {
    expect(codes(driver({ stepper: 'documents', frame: 'car', container: 'narrow', stay: 'long' }))).toEqual([])
    expect(codes({ 'mfe-driver': manifest('mfe-driver', { steps: ['verify-driver'] }) }, shellFromBefore)).toEqual([])
  })

  it.each<[string, Readonly<Record<string, ModuleManifest>>, readonly string[], ModuleManifest?]>([
    ['a screen that another module brings as well', { ...parking(park), 'mfe-valet': withScreens('mfe-valet', [{ ...park, module: 'mfe-valet', path: '/valet', leads: { 'valet/done': { to: 'next' } } }]) }, ['step-brought-twice']],
    ['a screen by the name of one of the flow', parking({ ...park, name: 'verify-km' }), ['screen-of-another']],
    ['a row that names another module', parking({ ...park, module: 'mfe-valet' }), ['screen-of-another']],
    ['a path of the flow', parking({ ...park, path: '/overview' }), ['path-taken']],
    ['a path that a link of the flow may have', parking({ ...park, path: '/precheckout/park-here' }), ['path-taken']],
    ['a path of another new module', { ...parking(park), 'mfe-valet': withScreens('mfe-valet', [{ ...park, name: 'valet', module: 'mfe-valet', leads: { 'valet/done': { to: 'next' } } }]) }, ['path-taken', 'path-taken']],
    ['a path of the servers', parking({ ...park, path: '/api/park' }), ['path-reserved']],
    ['another path of a screen of the flow', driver({ path: '/other' }), ['contract-changed']],
    ['other needs of a screen of the flow', driver({ needs: 'nothing' }), ['contract-changed']],
    ['a screen of the flow that this shell has not', driver({ name: 'verify-driver-again' }), ['screen-unreached']],
    ['a payment document', parking({ ...park, document: 'payment' }), ['not-granted']],
    ['a provider\'s script', parking({ ...park, document: 'payment', scripts: 'card' }), ['not-granted', 'not-granted']],
    ['a link of mails', parking({ ...park, link: true }), ['not-granted']],
    ['an ending', parking({ ...park, stay: 'end' }), ['not-granted']],
    ['a parameter in its path', parking({ ...park, path: '/park/:place' }), ['not-granted']],
    ['a place that opens without a reservation', parking({ ...park, needs: 'nothing' }), ['need-unmet']],
    ['no place', parking({ ...park, after: null }), ['unknown-place', 'screen-unreached']],
    ['a place that the flow does not offer', parking({ ...park, after: 'overview' }), ['unknown-place', 'screen-unreached']],
    ['a place in a shell from before', parking(park), ['unknown-place', 'screen-unreached'], shellFromBefore],
    ['a way to a screen that is not its own', parking({ ...park, leads: { ...park.leads, 'parking/paid': { to: 'overview' } } }), ['unknown-lead']],
    ['a likely next screen that is nowhere', parking({ ...park, likelyNext: { withOffers: 'wash', otherwise: 'overview' } }), ['unknown-lead']],
    ['an event of another module', parking({ ...park, leads: { ...park.leads, 'payment/checkinCompleted': { to: 'next' } } }), ['foreign-event']],
    ['nothing that leads on', parking({ ...park, leads: { 'parking/left': { to: 'back' } } }), ['dead-end']],
    ['a screen that nobody comes to', parking(park, { ...park, name: 'lost', path: '/lost', after: null, within: 'park' }), ['screen-unreached']],
    ['a row without a screen', { 'mfe-parking': { ...withScreens('mfe-parking', [park]), steps: [] } }, ['screens-differ']],
    ['a screen without a row', { 'mfe-parking': { ...withScreens('mfe-parking', [park]), steps: ['park', 'wash'] } }, ['screens-differ']],
  ])('is refused with %s (DEC-196)', (_what, modules, wanted, of) => {
    const found = checkSet(of ?? shell, modules).map(({ code }) => code)
    expect(found.sort()).toEqual([...wanted].sort())
  })

  it('refuses exactly those unions in which a renter could not come to a screen or not come on from it, whatever leads where (DEC-196)', () => {
    const names = ['one', 'two', 'three', 'four', 'five']
    const row = fc.record({ after: fc.boolean(), leads: fc.array(fc.constantFrom('next', 'back', ...names), { maxLength: 3 }) })
    fc.assert(fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (given) => {
      const rows = given.map(({ after, leads }, at): SparseRow => ({
        name: names[at] ?? '', module: 'mfe-parking', path: `/p/${names[at] ?? ''}`, ...(after ? { after: 'upselling' } : { within: 'one' }),
        leads: Object.fromEntries(leads.filter((to) => !names.includes(to) || names.indexOf(to) < given.length).map((to, event) => [`parking/e${event}`, { to }])),
      }))
      const found = screenProblems({ shell, modules: parking(...rows) })
      // Walked step by step, as far as any walk goes.
      const walk = (from: string): Set<string> => {
        let seen = new Set([from])
        for (let step = 0; step < rows.length; step += 1) seen = new Set([...seen, ...rows.filter(({ name }) => seen.has(name)).flatMap(({ leads }) => Object.values(leads ?? {}).map(({ to }) => to))])
        return seen
      }
      const entries = rows.filter(({ after }) => after !== undefined && after !== null)
      const unreached = rows.filter(({ name }) => !entries.some((entry) => walk(entry.name).has(name))).map(({ name }) => name)
      const ends = rows.filter(({ name }) => !walk(name).has('next')).map(({ name }) => name)
      const named = (code: string) => found.filter((problem) => problem.code === code).map((problem) => 'screen' in problem && problem.screen)
      expect([named('screen-unreached'), named('dead-end')]).toEqual([unreached, ends])
    }))
  })
})

describe('a screen that stands alone', () => {
  const ticket: SparseRow = { name: 'pass', module: 'mfe-parking', path: '/pass/:guid', needs: 'nothing', link: true, stay: 'end', leads: {} }
  it('comes with a set at the address of its link, beside the screens of the flow, and leads nowhere (DEC-208)', () => {
    expect(codes(parking(ticket))).toEqual([])
    expect(codes(parking(park, ticket))).toEqual([])
    expect(matchAddress(`/pass/${'t'.repeat(43)}`, tableOfSet({ shell, modules: parking(ticket) }))?.screens.map(({ name }) => name)).toEqual(['pass'])
  })
  it.each<[string, Readonly<Record<string, ModuleManifest>>, readonly string[], ModuleManifest?]>([
    ['a need of the session', parking({ ...ticket, needs: 'reservation' }), ['need-unmet']],
    ['an address for more than its link', parking({ ...ticket, path: '/pass' }), ['not-granted']],
    ['every address of one segment', parking({ ...ticket, path: '/:guid' }), ['not-granted', 'path-taken']],
    ['the address of another link', parking({ ...ticket, path: '/hand-over/:guid' }), ['path-taken']],
    ['a place in the flow', parking({ ...ticket, after: 'add-extras' }), ['unknown-place']],
    ['a payment document', parking({ ...ticket, document: 'payment' }), ['not-granted']],
    ['pre-rendering', parking({ ...ticket, preRendered: true }), ['not-granted']],
    ['another screen that leads to it', parking({ ...park, leads: { ...park.leads, 'parking/shown': { to: 'pass' } } }, ticket), ['unknown-lead']],
    ['a shell from before', parking(ticket), ['unknown-place'], shellFromBefore],
  ])('is refused with %s (DEC-208)', (_which, modules, expected, of) => {
    expect(codes(modules, of).toSorted()).toEqual(expected)
  })
})

describe('what a page is told of the screens of its set', () => {
  it('is what the shell was not built with, and what looks otherwise, in the order of the modules\' names (DEC-195, DEC-197)', () => {
    const insure: SparseRow = { ...park, name: 'insure', module: 'mfe-insurance', path: '/insure', leads: { 'insurance/done': { to: 'next' } } }
    const modules = { ...parking(park), ...driver({ stepper: 'documents' }), 'mfe-insurance': withScreens('mfe-insurance', [insure]) }
    expect(providedScreens({ shell, modules }).map(({ name }) => name)).toEqual(['verify-driver', 'insure', 'park'])
    expect(providedScreens({ shell, modules: driver({}) })).toEqual([])
    expect(providedScreens({ shell: shellFromBefore, modules }), 'a shell from before looks at none').toEqual([])
  })

  it('gives each set its own addresses (DEC-198)', () => {
    const addresses = ({ paths }: ReturnType<typeof tableOfSet>) => paths.map(({ segments }) => segments.join('/'))
    expect(addresses(tableOfSet({ shell, modules: parking(park) }))).toContain('park')
    expect(addresses(tableOfSet({ shell, modules: driver({}) }))).not.toContain('park')
  })
})
