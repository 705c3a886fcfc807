import pg from 'pg'
import type { ProviderProcesses } from './provider-processes.ts'
import type { ProviderRecord, SignedRecord, Violation } from './ledger-comparison.ts'

/** An agreement of ours, with what the payments' ledger has of its hold. */
export interface OurAgreement {
  readonly id: string
  readonly reservation: string
  readonly state: string
  readonly providerId: string | null
  readonly requestNumber: number
  readonly askedMinor: number
  readonly heldMinor: number | null
  readonly hasAgreementFlag: boolean
  readonly linkMails: number
}

export interface OurHold {
  readonly reservation: string
  readonly state: string
  readonly amountMinor: number
  readonly merchantTransactionId: string
  readonly booked: number
  readonly isVoidQueued: boolean
}

async function rowsOf<Row>(adminUrl: string, text: string): Promise<readonly Row[]> {
  const admin = new pg.Client({ connectionString: adminUrl, options: '-c search_path=reservation' })
  // A connection that ends while nothing is asked fails the next query; without a listener it would end the process.
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    return (await admin.query(text)).rows as Row[]
  } finally {
    await admin.end()
  }
}

/** Agreements that somebody still has to go on with: waiting for the renter's signature is the renter's affair. */
export const agreementsUnderWay = async (adminUrl: string): Promise<number> =>
  (await rowsOf<{ count: number }>(adminUrl, "select count(*)::int as count from rental_agreement where state in ('holding', 'held', 'made')"))[0]?.count ?? 0

/** Reads both ledgers and compares them. */
export async function compareAgreements(adminUrl: string, provider: ProviderProcesses): Promise<readonly Violation[]> {
  const agreements = await rowsOf<OurAgreement>(adminUrl, `select a.id, a.reservation_id as reservation, a.state, a.provider_id as "providerId", a.request_number as "requestNumber",
    (a.deposit_minor + a.due_minor)::int as "askedMinor", a.held_minor::int as "heldMinor", r.has_rental_agreement as "hasAgreementFlag",
    (select count(*)::int from mail_outbox m where m.reservation_id = a.reservation_id and m.kind = 'signing-link') as "linkMails"
    from rental_agreement a join reservation r on r.tenant_id = a.tenant_id and r.id = a.reservation_id where a.state not in ('declined', 'superseded')`)
  const holds = await rowsOf<OurHold>(adminUrl, `select i.reservation_id as reservation, i.state, i.amount_minor::int as "amountMinor", i.merchant_transaction_id as "merchantTransactionId",
    (select count(*)::int from payment_ledger l where l.intent_id = i.id and l.kind = 'hold') as booked,
    exists (select from payment_outbox o where o.intent_id = i.id and o.kind = 'void') as "isVoidQueued" from payment_intent i where i.purpose = 'deposit'`)
  return agreementViolations({ agreements, holds, cards: await provider.ledger(), signatures: await provider.agreements() })
}

export interface AgreementRecords {
  readonly agreements: readonly OurAgreement[]
  readonly holds: readonly OurHold[]
  readonly cards: readonly ProviderRecord[]
  readonly signatures: readonly SignedRecord[]
}

const paymentOf = (id: string): string => id.replace(/\.(secure|void|refund|capture)$/, '')

/**
 * What must hold for deposits and agreements after everything has come to rest. A1: no card is held twice for one reservation. A2: what the provider holds is booked once, with its amount, and belongs to an agreement. A3: nothing stops half way: a hold leads to an
 * agreement at the signature provider, or is left for the counter and voided. A4: the signature provider knows no agreement that we do not
 * know, and none twice. A5: signed means signed on both sides, and each signer was written to once.
 */
export function agreementViolations({ agreements, holds, cards, signatures }: AgreementRecords): readonly Violation[] {
  const found: Violation[] = []
  const report = (invariant: Violation['invariant'], about: string): void => { found.push({ invariant, about }) }
  // What the company captured is compared with the ledger (I8).
  const held = cards.filter(({ type, status, voided, capturedMinor }) => type === 'PREAUTHORIZE' && status === 'SUCCESS' && !voided && capturedMinor === 0)
  const holdOf = new Map(holds.map((hold) => [hold.merchantTransactionId, hold]))
  const heldFor = new Map<string, number>()

  for (const record of held) {
    const hold = holdOf.get(paymentOf(record.merchantTransactionId))
    const reservation = hold?.reservation ?? 'nobody'
    heldFor.set(reservation, (heldFor.get(reservation) ?? 0) + 1)
    if (hold?.state !== 'authorised' || hold.booked !== 1 || hold.amountMinor !== record.amountMinor) report('A2', record.merchantTransactionId)
    if (!agreements.some((agreement) => agreement.reservation === reservation)) report('A2', reservation)
  }
  for (const [reservation, count] of heldFor) if (count > 1) report('A1', reservation)
  for (const hold of holds) {
    if (hold.state === 'authorised' && !held.some(({ merchantTransactionId }) => paymentOf(merchantTransactionId) === hold.merchantTransactionId)) report('A2', hold.merchantTransactionId)
  }

  const ours = new Set(agreements.map(({ id, requestNumber }) => `${id}.${requestNumber}`))
  const known = new Map(signatures.map((record) => [record.id, record]))
  for (const agreement of agreements) {
    // Of a signed agreement the company may have captured or released the hold.
    const holdStates = agreement.state === 'signed' ? ['authorised', 'captured', 'voided'] : ['authorised']
    const hold = holds.find(({ reservation, state }) => reservation === agreement.reservation && holdStates.includes(state))
    if (['holding', 'held', 'made'].includes(agreement.state)) report('A3', agreement.id)
    if (agreement.state === 'failed' && hold?.isVoidQueued !== true) report('A3', agreement.id)
    if (agreement.heldMinor !== agreement.askedMinor || !hold) report('A3', agreement.id)
    if (agreement.state === 'failed') continue
    const record = agreement.providerId === null ? undefined : known.get(agreement.providerId)
    if (!record) report('A4', agreement.id)
    if ((agreement.state === 'signed') !== agreement.hasAgreementFlag || (agreement.state === 'signed' && record?.status !== 'signed')) report('A5', agreement.id)
    if (agreement.linkMails !== 1) report('A5', agreement.id)
  }
  for (const { externalId } of signatures) if (!ours.has(externalId)) report('A4', externalId)
  if (new Set(signatures.map(({ externalId }) => externalId)).size !== signatures.length) report('A4', 'twice')
  return found
}
