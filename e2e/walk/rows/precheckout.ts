import { expect } from '@playwright/test'
import { typesHosted } from '../../pages/hosted-field.ts'
import { makeLink } from '../../support/fleet.ts'
import type { Deed } from '../edge.ts'
import { companyChanges, companyLosesTelephone } from '../reservations.ts'
import type { Run } from '../run.ts'
import { addOn, exOn, opened, upOn, type World } from '../world.ts'

const update = 'PUT /reservation'
const submit = 'POST /precheckout'
const presses = (key: string) => (run: Run): Promise<void> => run.presses(key)
const hasOpenSteps = (world: World): boolean => (addOn(world) || upOn(world) || exOn(world)) && !world.stepsContinued
const isNew = ({ place, hasSession }: World): boolean => place === 'nowhere' && !hasSession
const hasSavedCards = ({ kind }: World): boolean => kind === 'checkedIn'
const isUnsigned = ({ signed }: World): boolean => !signed

async function proceedsWithNewCard(run: Run, month = '12'): Promise<void> {
  await run.precheckout.card('new').check()
  await expect(run.page.locator('[data-card-form="ready"]')).toBeVisible()
  await typesHosted(run.page, 'number', '4111111111111111')
  await typesHosted(run.page, 'cvv', '123')
  for (const [name, text] of [['card_holder', 'Maria Silva'], ['month', month], ['year', '2031']] as const) await run.renter.field(name).fill(text)
  await run.precheckout.proceeds()
}
const refusal = (code: string, step: string) => ({ data: { missing: [{ code, step }] }, status: 409, title: 'Refused', code, requestId: 'fault' })

/** S3 without the driver's and the offers' screens. */
export const precheckout: readonly Deed[] = [
  {
    rows: 'S3.2', on: 'nowhere', when: (world) => isNew(world) && world.completed && world.kind !== 'notEligible' && isUnsigned(world), does: (run) => run.opensLink('precheckout'),
    then: (world) => opened(world, { mode: 'precheckout' }),
  },
  {
    rows: 'S3.3', on: 'nowhere', when: (world) => isNew(world) && world.kind === 'notEligible', does: (run) => run.opensLink('precheckout'),
    then: (world) => opened(world, {}), shows: (run, world) => run.seesRefusal('Notice.notEligible', world),
  },
  { rows: 'S3.4', on: 'nowhere', when: isNew, does: (run) => run.opens(`/precheckout/${'x'.repeat(43)}`), shows: (run) => run.seesAlert('Notice.linkNotValid') },
  {
    rows: 'S3.5', on: 'nowhere', when: (world) => isNew(world) && world.kind === 'agreement', does: (run) => run.opensLink('precheckout'),
    shows: (run) => run.seesAlert('IsntPossibleChangeThisReservation'),
  },
  // While data of the driver are missing, the next screen is the one that lacks some (DEC-95).
  { rows: 'S3.6', when: (world) => world.driver && hasOpenSteps(world), does: presses('ProceedToRentalAgreement') },
  { rows: 'S3.7', when: (world) => world.driver && !hasOpenSteps(world), does: presses('ProceedToRentalAgreement') },
  { rows: 'S3.8', when: ({ driver }) => driver, does: presses('ModifyData'), then: () => ({ flow: 'update' }) },
  { rows: 'S3.9', does: presses('Exit') },
  { rows: 'S3.39', does: presses('ProceedToRentalAgreement') },
  { rows: 'S3.40', when: ({ driver }) => driver, does: presses('ModifyData'), then: () => ({ flow: 'update' }) },
  { rows: 'S3.41', does: presses('Exit') },
  {
    rows: 'S3.41b', when: (world) => hasSavedCards(world) && !world.isRaised, does: (run) => run.precheckout.unlocksSavedCards(run.booking.mail),
    then: () => ({ isRaised: true }), shows: async (run) => { await expect(run.precheckout.card('saved-0')).toBeVisible() },
  },
  { rows: 'S3.42', does: (run) => proceedsWithNewCard(run) },
  { rows: 'S3.43', does: (run) => proceedsWithNewCard(run, '13'), shows: (run) => run.seesModal('month.errors.invalid') },
  { rows: 'S3.44', does: (run) => proceedsWithNewCard(run), fault: { call: update, status: 500 }, shows: (run) => run.seesModal('preauth-submit-reservation') },
  { rows: 'S3.45', does: (run) => proceedsWithNewCard(run), fault: { call: submit, status: 200, body: { signatureURL: null, errors: [{ context: 'payment' }] } }, shows: (run) => run.seesModal('preauth-payment') },
  { rows: 'S3.46', does: (run) => proceedsWithNewCard(run), fault: { call: submit, status: 500 }, shows: (run) => run.seesModal('somethingHappened') },
  { rows: 'S3.47', does: presses('NoIwillSignOTC'), then: () => ({ completion: 'ra-no-payment' }) },
  { rows: 'S3.48', does: presses('NoIwillSignOTC'), fault: { call: update, status: 500 }, shows: (run) => run.seesModal('preauth-submit-reservation') },
  {
    rows: 'S3.49', on: 'external signature', does: (run) => run.precheckout.signs(), then: () => ({ signed: true, completion: 'ra' }),
  },
  {
    rows: 'S3.56', on: 'external signature', does: (run) => run.precheckout.refusesToSign(),
    then: () => ({ hasRefused: true }), shows: async (run) => { await expect(run.action('SignAgain')).toBeVisible() },
  },
  { rows: 'S3.57', when: ({ hasRefused }) => hasRefused, does: presses('SignAgain'), then: () => ({ hasRefused: false }) },
  {
    rows: 'S3.50', on: 'nowhere', when: (world) => isNew(world) && world.kind === 'checkedIn',
    does: async (run) => {
      const { token } = await makeLink(run.booking.tenant, run.booking.reference, 'precheckout')
      await run.opens(`/completed/signed/${token}/signature-of-nobody`)
    },
    shows: async (run) => {
      await run.seesModal('preauth-signature')
      await expect(run.action('BackToHome')).toBeVisible()
    },
  },
  // With its agreement the reservation is nobody's to change online any more.
  { rows: 'S3.51', on: 'complete-rental-agreement', does: presses('BackToHome'), then: () => ({ kind: null }) },
  { rows: 'S3.51', on: 'complete-rental-agreement-no-payment', does: presses('BackToHome') },
  {
    rows: 'S3.52', does: presses('NoIwillSignOTC'), fault: { call: update, status: 409, body: refusal('TermsNotAccepted', 'precheckout') },
    shows: (run, world) => run.seesRefusal('Notice.termsNotAccepted', world),
  },
  {
    rows: 'S3.53',
    does: async (run) => {
      await companyLosesTelephone(run.booking)
      await run.presses('NoIwillSignOTC')
    },
    then: () => ({ driver: false }), shows: (run, world) => run.seesRefusal('Notice.driverDataMissing', world),
  },
  {
    rows: 'S3.53',
    does: async (run) => {
      await companyLosesTelephone(run.booking)
      await proceedsWithNewCard(run)
    },
    then: () => ({ driver: false }), shows: (run, world) => run.seesRefusal('Notice.driverDataMissing', world),
  },
  {
    rows: 'S3.54', on: 'rental-agreement',
    does: async (run) => {
      await companyChanges(run.booking, { isPrecheckoutEligible: false })
      await proceedsWithNewCard(run)
    },
    then: () => ({ kind: 'notEligible', mode: 'main' }), shows: (run, world) => run.seesRefusal('Notice.notEligible', world),
  },
]
