import { expect } from '@playwright/test'
import { somebodyElse } from '../reservations.ts'
import type { Deed } from '../edge.ts'
import type { Run } from '../run.ts'
import { isOnePage, type World } from '../world.ts'

const personOf = (run: Run, { flow }: World) => (flow === 'additionalDriver' ? run.additional : run.main)
const canRent = { when: ({ kind }: World) => kind !== 'undesirable' && kind !== 'tooYoung' }
/** Norte's drivers may begin with pictures, in the main flow. */
const scansFirst = { when: isOnePage }
const lookup = 'POST /driver/find'
const save = 'POST /driver'

/** Fills verify-driver but for what `change` gives, and presses Next. */
async function asks(run: Run, world: World, change: Partial<Run['main']> = {}): Promise<void> {
  const { name, surname, birthDate, email, licence } = { ...personOf(run, world), ...change }
  await run.entry.types('name', name)
  await run.entry.types('surname', surname)
  await run.entry.dates('birthDate', birthDate)
  await run.entry.types('email', email)
  await run.entry.types('driversLicense', licence)
  await run.presses('Next')
}

async function fillsLicence(run: Run, world: World): Promise<void> {
  await run.entry.licence(personOf(run, world).licence)
  await run.presses('Submit')
}

/** From pictures to the view that is checked (DEC-176). */
async function comesToCheck(run: Run, world: World): Promise<void> {
  await run.entry.photographs('licence.front')
  await asks(run, world)
  await expect(run.page).toHaveURL(/view=check/)
}

async function savesChecked(run: Run, world: World): Promise<void> {
  await comesToCheck(run, world)
  await run.entry.addsWhatIsMissing(`D${personOf(run, world).licence.replace(/\W/g, '')}`)
  await run.presses('Submit')
}

/** Back to the pictures, and without them to the steps that everybody has. */
async function leavesCheck(run: Run): Promise<void> {
  await run.presses('Back')
  await expect(run.page).toHaveURL(/isBack=true/)
  await run.page.locator('[data-side="licence.front"] [data-action="Image.remove"]').click()
}

const sees = {
  details: (run: Run) => run.entry.details(),
  contact: async (run: Run, world: World) => {
    await run.entry.types('email', personOf(run, world).email)
    await run.entry.contact()
  },
  document: (run: Run, world: World) => run.entry.document(`D${personOf(run, world).licence.replace(/\W/g, '')}`),
  back: (run: Run) => run.presses('Back'),
  stays: async (run: Run) => {
    await run.leavesForward()
    await run.answersQuit('Cancel')
  },
  anAlert: (run: Run) => run.seesAnyAlert(),
}

/** S1.15 to S1.30: the main driver. */
export const driver: readonly Deed[] = [
  { rows: 'S1.15', ...canRent, does: (run, world) => asks(run, world) },
  {
    rows: 'S1.16', when: ({ kind }) => kind === 'tooYoung',
    does: async (run) => {
      await run.entry.types('email', run.main.email)
      await run.entry.types('driversLicense', run.main.licence)
      await run.presses('Next')
    },
    shows: async (run) => { await expect(run.renter.errorOf('birthDate')).toHaveAttribute('data-error-key', /AgeNotAllowed/) },
  },
  {
    // A link learns nothing of other drivers before its code (DEC-114).
    rows: 'S1.17', when: (world) => world.isRaised && canRent.when(world), does: async (run, world) => asks(run, world, { email: (await somebodyElse()).mail }),
    shows: async (run) => { await expect(run.renter.errorOf('email')).toHaveAttribute('data-error-key', /Verify/) },
  },
  {
    rows: 'S1.18', when: ({ kind, isRaised }) => isRaised && kind === 'undesirable',
    does: async (run) => {
      await run.entry.types('email', run.main.email)
      await run.entry.types('driversLicense', 'UNDES-1')
      await run.presses('Next')
    },
    shows: (run) => run.seesAlert('UndesirableDriverError'),
  },
  { rows: 'S1.19', ...canRent, does: (run, world) => asks(run, world), fault: { call: lookup, status: 400, body: { data: null, status: 400, title: 'Not found', code: 'DriverNotFound', requestId: 'fault' } }, shows: (run) => run.seesAlert('ReservationNotFound') },
  { rows: 'S1.20', does: sees.back },
  { rows: 'S1.21', does: sees.details },
  { rows: 'S1.22', when: ({ changing }) => !changing, does: sees.back, shows: async (run) => { await expect(run.page).toHaveURL(/isBack=true/) } },
  { rows: 'S1.23', does: sees.contact },
  { rows: 'S1.24', does: sees.back },
  { rows: 'S1.25', does: sees.document },
  { rows: 'S1.26', does: sees.back },
  { rows: 'S1.81', when: (world) => isOnePage(world) && !world.changing, does: fillsLicence, then: () => ({ driver: true }) },
  { rows: 'S1.27', when: (world) => world.changing || !isOnePage(world), does: fillsLicence, then: () => ({ driver: true }) },
  { rows: 'S1.28', does: fillsLicence, fault: { call: save, status: 500 }, shows: sees.anAlert },
  { rows: 'S1.29', does: sees.back },
  { rows: 'S1.30', does: sees.stays },
  { rows: 'S1.85 S1.87', ...scansFirst, does: comesToCheck, shows: leavesCheck },
  { rows: 'S1.86', ...scansFirst, does: savesChecked, then: () => ({ driver: true }) },
  {
    rows: 'S1.88', ...scansFirst, does: savesChecked, fault: { call: save, status: 500 },
    shows: async (run) => {
      await sees.anAlert(run)
      await leavesCheck(run)
    },
  },
  {
    rows: 'S1.69', on: 'driver-contact',
    does: async (run) => {
      await run.context.clearCookies()
      await run.entry.types('email', run.main.email)
      await run.entry.picks('mobilePrefix', '351')
      await run.entry.types('mobile', '912345678')
      await run.presses('Next')
    },
    shows: (run) => run.seesAlert('Notice.sessionEnded'),
  },
]

/** S2: the additional driver, in both flows. */
export const additionalDriver: readonly Deed[] = [
  { rows: 'S2.2', does: (run, world) => asks(run, world) },
  { rows: 'S2.3', when: ({ mode }) => mode === 'main', does: (run, world) => asks(run, world, { ...run.main, email: run.additional.email, licence: run.additional.licence, name: 'Maria' }), shows: (run) => run.seesAlert('SameDriverError') },
  { rows: 'S2.4', does: (run, world) => asks(run, world), fault: { call: lookup, status: 400, body: { data: null, status: 400, title: 'Not found', code: 'DriverNotFound', requestId: 'fault' } }, shows: (run) => run.seesAlert('ReservationNotFound') },
  { rows: 'S2.5 S3.28', when: ({ mode }) => mode === 'precheckout', does: sees.back, then: () => ({ flow: 'update' }) },
  { rows: 'S2.6', when: ({ mode }) => mode === 'main', does: sees.back, then: () => ({ flow: 'update' }) },
  { rows: 'S2.7', does: sees.details },
  { rows: 'S2.8', does: (run) => run.presses('BackToVerifyDetails'), shows: async (run) => { await expect(run.page).toHaveURL(/isBack=true/) } },
  { rows: 'S2.9', when: ({ mode }) => mode === 'main', does: sees.back, then: () => ({ flow: 'update' }) },
  { rows: 'S2.10', when: ({ mode }) => mode === 'precheckout', does: sees.back, then: () => ({ flow: 'update' }) },
  { rows: 'S2.11', does: sees.contact },
  { rows: 'S2.12', does: sees.back },
  { rows: 'S2.13', does: sees.document },
  { rows: 'S2.14', does: sees.back },
  { rows: 'S2.15', does: sees.back },
  { rows: 'S2.20', when: (world) => isOnePage(world) && !world.changing, does: fillsLicence, then: () => ({ additional: true, flow: 'update' }) },
  { rows: 'S2.16', when: (world) => world.mode === 'main' && (world.changing || !isOnePage(world)), does: fillsLicence, then: () => ({ additional: true, flow: 'update' }) },
  { rows: 'S2.17', when: ({ mode }) => mode === 'precheckout', does: fillsLicence, then: () => ({ additional: true, flow: 'update' }) },
  { rows: 'S2.21 S2.23', ...scansFirst, does: comesToCheck, shows: leavesCheck },
  { rows: 'S2.22', ...scansFirst, does: savesChecked, then: () => ({ additional: true, flow: 'update' }) },
  {
    rows: 'S2.24', ...scansFirst, does: savesChecked, fault: { call: save, status: 500 },
    shows: async (run) => {
      await sees.anAlert(run)
      await leavesCheck(run)
    },
  },
  { rows: 'S2.18', does: fillsLicence, fault: { call: save, status: 500 }, shows: sees.anAlert },
  {
    rows: 'S2.19',
    does: async (run) => {
      await run.leavesForward()
      await run.answersQuit('Confirm')
    },
  },
]

/** S3.10 to S3.19: the main driver's data once more, before the agreement. */
export const driverBeforeAgreement: readonly Deed[] = [
  { rows: 'S3.10', does: sees.back, then: () => ({ flow: 'update' }) },
  { rows: 'S3.11', does: sees.details },
  { rows: 'S3.12', does: sees.contact },
  { rows: 'S3.13', does: sees.back },
  { rows: 'S3.14', does: sees.document },
  { rows: 'S3.15', does: sees.back },
  { rows: 'S3.16', does: sees.back },
  { rows: 'S3.17', does: fillsLicence, then: () => ({ flow: 'update', driver: true }) },
  { rows: 'S3.18', does: fillsLicence, fault: { call: save, status: 500 }, shows: sees.anAlert },
  { rows: 'S3.19', does: sees.stays },
]
