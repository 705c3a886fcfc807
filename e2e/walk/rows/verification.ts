import { expect } from '@playwright/test'
import type { Deed } from '../edge.ts'
import { pickUpDay } from '../reservations.ts'
import type { Run } from '../run.ts'
import { opened, type World } from '../world.ts'

const needsProof = ({ kind }: World): boolean => kind === 'noAddress' || kind === 'nothingOnFile'
const isOurs = { when: (world: World) => world.kind !== 'agreement' && !needsProof(world) }

/** Pick-up date and the end of a number, then where the code shall go (DEC-99). */
async function proves(run: Run, proof: string): Promise<void> {
  await run.entry.dates('checkoutdate', await pickUpDay(run.booking))
  await run.renter.field('proof').fill(proof)
  await run.renter.asksForCode(run.booking.mail)
}

/** S1.1 to S1.14, S1.68, S1.74 to S1.77: find, prove, see. */
export const verification: readonly Deed[] = [
  { rows: 'S1.1', ...isOurs, does: (run) => run.renter.locates(run.booking) },
  { rows: 'S1.2', when: ({ kind }) => kind === 'agreement', does: (run) => run.renter.locates(run.booking), shows: (run) => run.seesAlert('IsntPossibleChangeThisReservation') },
  { rows: 'S1.3', ...isOurs, does: (run) => run.renter.locates({ ...run.booking, surname: 'Nobody' }), shows: (run) => run.seesAlert('ReservationNotFound') },
  {
    rows: 'S1.4', does: (run) => run.presses('Back'),
    shows: async (run) => {
      await expect(run.renter.field('reference')).toHaveValue(run.booking.reference)
      await expect(run.renter.field('surname')).toHaveValue(run.booking.surname)
    },
  },
  {
    rows: 'S1.5', ...isOurs,
    does: async (run) => {
      await run.remembersMails()
      await run.renter.asksForCode(run.booking.mail)
    },
    shows: async (run) => { expect(await run.code()).toMatch(/^\d{6}$/) },
  },
  { rows: 'S1.6', ...isOurs, does: (run) => run.renter.asksForCode('somebody.else@journeys.example'), shows: (run) => run.seesAlert('ReservationNotFound') },
  {
    rows: 'S1.7', does: async (run) => run.renter.entersCode(await run.code()),
    // The proved address is on file from now on.
    then: (world) => opened(world, { isRaised: true, terms: true, ...(world.kind === 'noAddress' && { kind: 'tooYoung' as const }) }),
  },
  {
    rows: 'S1.8', does: async (run) => run.renter.entersCode(await run.code() === '111111' ? '222222' : '111111'),
    shows: async (run) => { await expect(run.renter.says('CodeNotFound').or(run.renter.errorOf('code')).first()).toBeVisible() },
  },
  {
    rows: 'S1.9', isSlow: true,
    does: async (run) => {
      await expect(run.renter.action('ResendCode')).toBeEnabled({ timeout: 90_000 })
      await run.remembersMails()
      await run.presses('ResendCode')
    },
    shows: async (run) => {
      expect(await run.code()).toMatch(/^\d{6}$/)
      await expect(run.renter.action('ResendCode')).toBeDisabled()
    },
  },
  { rows: 'S1.10', does: (run) => run.presses('Back'), shows: async (run) => { await expect(run.renter.field('mail')).toHaveValue(run.booking.mail) } },
  {
    rows: 'S1.11', on: 'nowhere', when: ({ kind, completed, hasSession, place }) => kind !== 'agreement' && !completed && !hasSession && place === 'nowhere',
    does: (run) => run.opensLink('verify'), then: (world) => opened(world, {}),
  },
  {
    rows: 'S1.12', on: 'nowhere', when: ({ kind, place }) => kind === 'agreement' && place === 'nowhere',
    does: (run) => run.opensLink('verify'), shows: (run) => run.seesAlert('IsntPossibleChangeThisReservation'),
  },
  {
    rows: 'S1.13',
    does: async (run) => {
      const terms = run.renter.field('terms')
      if (await terms.count() > 0) await terms.check()
      await run.presses('Continue')
    },
    then: () => ({ flow: 'normal', terms: true }),
  },
  { rows: 'S1.14', does: (run) => run.presses('Exit') },
  {
    rows: 'S1.74', when: needsProof, does: (run) => run.renter.locates(run.booking),
    shows: async (run) => { for (const name of ['proof', 'mail']) await expect(run.renter.field(name)).toBeVisible() },
  },
  {
    rows: 'S1.75', when: ({ kind }) => kind === 'noAddress',
    does: async (run) => {
      await run.remembersMails()
      await proves(run, '4567')
    },
    shows: async (run) => { expect(await run.code()).toMatch(/^\d{6}$/) },
  },
  { rows: 'S1.76', when: ({ kind }) => kind === 'noAddress', does: (run) => proves(run, '7654'), shows: (run) => run.seesAlert('ReservationNotFound') },
  {
    rows: 'S1.77', when: ({ kind }) => kind === 'nothingOnFile', does: (run) => proves(run, '4567'),
    shows: async (run) => { await expect(run.renter.screen('verify-reservation').getByRole('status').filter({ hasText: run.booking.reference })).toBeVisible() },
  },
  { rows: 'S1.68', on: 'nowhere', when: ({ place }) => place === 'nowhere', does: (run) => run.opens('/driver-details') },
]
