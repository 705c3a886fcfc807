import { expect } from '@playwright/test'
import type { Deed } from '../edge.ts'
import { companyLosesTelephone } from '../reservations.ts'
import type { Run } from '../run.ts'
import { addOn, isOnePage, opened, upOn, type World } from '../world.ts'

const update = 'PUT /reservation'
const order = 'POST /payment'
const isDue = ({ kind, completed }: World): boolean => kind === 'ready' && !completed
const isOpen = ({ completed }: World): boolean => !completed
const nothingDue = ({ kind, additional, upgraded, completed }: World): boolean => kind === 'nothingDue' && !additional && !upgraded && !completed
const complete = () => ({ completed: true, completion: 'complete' }) as const
const refusal = (code: string, step: string) => ({ data: { missing: [{ code, step }] }, status: 409, title: 'Refused', code, requestId: 'fault' })
const presses = (key: string) => (run: Run): Promise<void> => run.presses(key)
const anAlert = (run: Run): Promise<void> => run.seesAnyAlert()
const isShown = async (run: Run): Promise<void> => { await expect(run.payment.amount('due')).toBeVisible() }

async function paysByCard(run: Run, month = '12'): Promise<void> {
  await run.payment.typesCard({ number: '4111111111111111', month })
  await run.payment.pays()
}
async function paysByWallet(run: Run): Promise<void> {
  await run.payment.provider('wallet').check()
  await run.payment.pays()
}
const ends = async (run: Run, world: World): Promise<void> => {
  const { kind } = world
  await run.presses(kind === 'nothingDue' ? 'Complete' : 'CompletePayLater')
}

/** S1.50 to S1.72: overview, payment, the end of check-in. */
export const payment: readonly Deed[] = [
  { rows: 'S1.50', when: nothingDue, does: presses('Complete'), then: complete },
  { rows: 'S1.51', when: (world) => isDue(world) || nothingDue(world), does: ends, fault: { call: update, status: 500 }, shows: anAlert },
  { rows: 'S1.52', when: isDue, does: presses('CompletePayLater'), then: complete },
  {
    rows: 'S1.53', when: isDue,
    does: async (run) => {
      await isShown(run)
      await run.page.reload()
      await run.payment.pays()
    },
    shows: async (run) => { await expect(run.renter.errorOf('provider')).toHaveAttribute('data-error-key', 'SelectPaymentMethod') },
  },
  { rows: 'S1.54', when: isDue, does: (run) => paysByCard(run, '13'), shows: (run) => run.seesModal('month.errors.invalid') },
  { rows: 'S1.55', when: isDue, does: (run) => paysByCard(run), then: complete },
  { rows: 'S1.56', when: isDue, does: paysByWallet },
  { rows: 'S1.57', when: isDue, does: paysByWallet, fault: { call: order, status: 200, body: { paymentId: '0', status: 'redirect', redirectURL: null, code: null } }, shows: (run) => run.seesAlert('SomethingHappened') },
  { rows: 'S1.58', when: isDue, does: paysByWallet, fault: { call: update, status: 500 }, shows: anAlert },
  { rows: 'S1.59', does: presses('Back') },
  { rows: 'S1.60', does: presses('Exit') },
  { rows: 'S1.91', when: isOpen, does: presses('Change.driver'), then: () => ({ changing: true, flow: 'update' }) },
  { rows: 'S1.92', when: isOpen, does: presses('Change.document'), then: () => ({ changing: true, flow: 'update' }) },
  { rows: 'S1.93', when: isOpen, does: presses('Change.licence'), then: () => ({ changing: true, flow: 'update' }) },
  { rows: 'S1.94', when: (world) => isOpen(world) && world.additional, does: presses('Change.additional-driver'), then: () => ({ changing: true, flow: 'additionalDriver' }) },
  { rows: 'S1.95', when: (world) => isOpen(world) && addOn(world) && !isOnePage(world), does: presses('Change.offer-driver'), then: () => ({ changing: true }) },
  { rows: 'S1.96', when: (world) => isOpen(world) && upOn(world) && !isOnePage(world), does: presses('Change.vehicle'), then: () => ({ changing: true }) },
  { rows: 'S1.97', when: isOpen, does: presses('Change.extras'), then: () => ({ changing: true }) },
  { rows: 'S1.98', when: ({ changing }) => changing, does: presses('Back'), then: () => ({ flow: 'update' }) },
  { rows: 'S1.61', on: 'external wallet', does: (run) => run.payment.answersWallet('approve'), then: complete },
  {
    rows: 'S1.62', on: 'external wallet', does: (run) => run.payment.answersWallet('approve'), fault: { call: 'POST /payment/log', status: 500 },
    // The server may complete what was paid by itself: what the company holds is not looked at any more.
    then: () => ({ kind: null }), shows: (run) => run.seesModal('Yourpaymentwassuccessful'),
  },
  {
    rows: 'S1.73', on: 'external wallet',
    does: async (run) => {
      await companyLosesTelephone(run.booking)
      await run.payment.answersWallet('approve')
    },
    // What was due is paid all the same.
    then: () => ({ driver: false, kind: 'nothingDue' }), shows: (run, world) => run.seesRefusal('Notice.driverDataMissing', world),
  },
  { rows: 'S1.63', on: 'external wallet', does: (run) => run.payment.answersWallet('cancel') },
  { rows: 'S1.64', on: 'external wallet', does: (run) => run.payment.answersWallet('cancel'), fault: { call: 'GET /reservation/*', status: 500, after: 1 } },
  { rows: 'S1.65 S3.1', does: presses('YesIWantToProceed'), then: (world) => opened(world, { mode: 'precheckout' }) },
  { rows: 'S1.66', does: presses('BackToHome') },
  { rows: 'S1.67', does: async (run) => { await run.page.goBack({ waitUntil: 'commit' }).catch(() => undefined) } },
  { rows: 'S1.70', on: 'overview', when: isDue, does: ends, fault: { call: update, status: 409, body: refusal('TermsNotAccepted', 'reservation') }, shows: (run, world) => run.seesRefusal('Notice.termsNotAccepted', world) },
  {
    rows: 'S1.71', when: isDue,
    does: async (run, world) => {
      await isShown(run)
      await companyLosesTelephone(run.booking)
      await ends(run, world)
    },
    then: () => ({ driver: false }), shows: (run, world) => run.seesRefusal('Notice.driverDataMissing', world),
  },
  { rows: 'S1.72', on: 'overview', when: isDue, does: ends, fault: { call: update, status: 409, body: refusal('ModuleOff', 'overview') }, shows: (run, world) => run.seesRefusal('Notice.moduleOff', world) },
]
