/** One transaction as the provider's own ledger has it. Amounts are minor units. */
export interface ProviderRecord {
  readonly merchantTransactionId: string
  readonly type: string
  readonly status: string
  readonly amountMinor: number
  readonly currency: string
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly voided: boolean
  /** Address of the shop, which names the tenant. */
  readonly callbackUrl: string | null
}

/** One agreement as the signature provider's own records have it. */
export interface SignedRecord {
  readonly id: string
  readonly externalId: string
  readonly status: string
}

export interface OurIntent {
  readonly id: string
  readonly tenant: string
  readonly reservation: string
  readonly purpose: string
  readonly state: string
  readonly amountMinor: number
  readonly currency: string
  readonly merchantTransactionId: string
  /** Of a captured deposit: what counts as paid. */
  readonly countedMinor: number
}
export interface OurEntry { readonly intent: string; readonly kind: string; readonly amountMinor: number; readonly currency: string }
export interface OurReservation {
  readonly id: string
  readonly paidMinor: number
  readonly isCompleted: boolean
  /** What was paid and due before anybody paid here. */
  readonly paidBeforeMinor: number
  readonly dueMinor: number
}
/** The company's events of a payment, in order. */
export interface OurEvent { readonly intent: string; readonly kind: string }

export interface OurLedger {
  readonly intents: readonly OurIntent[]
  readonly ledger: readonly OurEntry[]
  readonly reservations: readonly OurReservation[]
  readonly events: readonly OurEvent[]
}

/** A broken invariant of docs/spec/payment-scenarios.md, with what it was found on. */
export interface Violation {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I7' | 'I8' | 'I9' | 'I10' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5'
  readonly about: string
}

const live = ['created', 'sent', 'awaiting', 'authorised']
const open = ['created', 'sent', 'awaiting']
const paymentOf = (id: string): string => id.replace(/\.(secure|void|refund|capture|v[0-9a-z]+)$/, '')
const isCharge = ({ type, status, capturedMinor }: ProviderRecord): boolean => type === 'DEBIT' && status === 'SUCCESS' && capturedMinor > 0

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...groups.get(key(item)) ?? [], item])
  return groups
}

/**
 * Compares the provider's ledger with ours, after both were up for long enough. An empty answer means that nobody paid twice, nothing that was
 * charged is missing and nothing is recorded that was not charged. I6 (no card numbers) is a search through logs and tables, not through ledgers.
 */
export function violations(provider: readonly ProviderRecord[], { intents, ledger, reservations, events }: OurLedger): readonly Violation[] {
  const found: Violation[] = []
  const report = (invariant: Violation['invariant'], about: string): void => { found.push({ invariant, about }) }
  const byTransaction = new Map(intents.map((intent) => [intent.merchantTransactionId, intent]))
  const records = grouped(provider.filter(({ type }) => type === 'DEBIT' || type === 'PREAUTHORIZE'), ({ merchantTransactionId }) => paymentOf(merchantTransactionId))
  const entries = grouped(ledger, ({ intent }) => intent)
  const dueOf = new Map(reservations.map(({ id, dueMinor }) => [id, dueMinor]))

  for (const [place, payments] of grouped(intents, ({ tenant, reservation, purpose }) => `${tenant}/${reservation}/${purpose}`)) {
    const [first] = payments
    const taken = payments.flatMap(({ merchantTransactionId }) => records.get(merchantTransactionId) ?? []).filter(isCharge)
      .reduce((sum, { capturedMinor, refundedMinor }) => sum + capturedMinor - refundedMinor, 0)
    if (first?.purpose === 'balance' && taken > (dueOf.get(first.reservation) ?? 0)) report('I1', place)
    if (payments.filter(({ state }) => live.includes(state)).length > 1) report('I5', place)
  }

  for (const record of provider) {
    const intent = byTransaction.get(paymentOf(record.merchantTransactionId))
    // A hold is captured only by an order of ours, booked with what was taken.
    const captures = intent ? (entries.get(intent.id) ?? []).filter(({ kind }) => kind === 'capture') : []
    const taken = record.type === 'CAPTURE' ? (record.status === 'SUCCESS' ? record.amountMinor : 0) : record.type === 'PREAUTHORIZE' ? record.capturedMinor : 0
    if (taken > 0 && (captures.length !== 1 || captures[0]?.amountMinor !== taken)) report('I8', record.merchantTransactionId)
    if (!isCharge(record)) continue
    const booked = intent ? (entries.get(intent.id) ?? []).filter(({ kind }) => kind === 'charge') : []
    if (booked.length !== 1) report('I2', record.merchantTransactionId)
    if (intent && (record.amountMinor !== intent.amountMinor || record.currency !== intent.currency)) report('I4', record.merchantTransactionId)
  }

  for (const intent of intents) {
    const charges = (records.get(intent.merchantTransactionId) ?? []).filter(isCharge)
    const booked = (entries.get(intent.id) ?? []).filter(({ kind }) => kind === 'charge')
    const isPaid = intent.state === 'paid' || booked.length > 0
    const isReal = charges.some((record) => record.amountMinor === intent.amountMinor && record.currency === intent.currency && (record.callbackUrl?.endsWith(`/${intent.tenant}`) ?? false))
    const [takenHere, back] = ['capture', 'refund'].map((wanted) => (entries.get(intent.id) ?? []).filter(({ kind }) => kind === wanted).reduce((sum, { amountMinor }) => sum + amountMinor, 0))
    const all = records.get(intent.merchantTransactionId) ?? []
    if (takenHere !== all.filter(({ type }) => type === 'PREAUTHORIZE').reduce((sum, { capturedMinor }) => sum + capturedMinor, 0)) report('I8', intent.merchantTransactionId)
    if (back !== all.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0)) report('I2', intent.merchantTransactionId)
    if (isPaid && !isReal) report('I3', intent.merchantTransactionId)
    if (isPaid && booked.length !== 1) report('I2', intent.merchantTransactionId)
    if (intent.purpose === 'balance' && intent.amountMinor !== dueOf.get(intent.reservation)) report('I4', intent.merchantTransactionId)
    if (open.includes(intent.state)) report('I10', intent.merchantTransactionId)
  }

  for (const [payment, endings] of grouped(events.filter(({ kind }) => /^payment\.(settled|declined|cancelled|expired)$/.test(kind)), ({ intent }) => intent)) {
    if (endings.length > 1) report('I9', payment)
  }

  const byReservation = grouped(intents, ({ reservation }) => reservation)
  for (const { id, paidMinor, paidBeforeMinor, dueMinor, isCompleted } of reservations) {
    const own = byReservation.get(id) ?? []
    const booked = own.filter(({ purpose }) => purpose === 'balance').flatMap((intent) => entries.get(intent.id) ?? [])
      .reduce((sum, { kind, amountMinor }) => sum + (kind === 'charge' ? amountMinor : kind === 'refund' ? -amountMinor : 0), 0)
    const counted = own.reduce((sum, { countedMinor }) => sum + countedMinor, 0)
    if (paidMinor !== paidBeforeMinor + booked + counted) report('I2', id)
    if (own.filter((intent) => (entries.get(intent.id) ?? []).some(({ kind }) => kind === 'capture')).length > 1) report('I8', id)
    if (dueMinor > 0 && paidMinor >= paidBeforeMinor + dueMinor && !isCompleted) report('I7', id)
  }
  return found
}
