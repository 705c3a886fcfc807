import { randomUUID } from 'node:crypto'
import type { SignatureAsked, SignatureOrder, SignatureProvider, SignatureStatus, SignatureWithdrawn } from './signature-provider.ts'
import type { StoredSignature } from './stored-signature.ts'

/** A PNG of one dot, as somebody may draw it. */
export const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What a fake provider does with the next orders. */
export type Asking = 'take' | 'reject' | 'away' | 'lose-answer' | 'summary-fails' | 'knew-it'

interface Entry {
  readonly order: SignatureOrder
  readonly asked: Extract<SignatureAsked, { kind: 'asked' }>
  status: SignatureStatus
}

/** A signature provider whose books lie in the test. One agreement for one id of ours, as the real ones promise. */
export function fakeSignatures() {
  const entries = new Map<string, Entry>()
  const withdrawn = new Set<string>()
  let next: Asking[] = []
  let isWithdrawalLost = false
  let isAway = false
  const ask = async (order: SignatureOrder): Promise<SignatureAsked> => {
    const known = entries.get(order.externalId)
    if (known) return known.asked
    if (withdrawn.has(order.externalId)) return { kind: 'rejected', code: 'withdrawn' }
    const asking = next.shift() ?? 'take'
    if (isAway || asking === 'away') return { kind: 'unavailable' }
    if (asking === 'reject') return { kind: 'rejected', code: 'agreement-not-created' }
    const signatureId = `sig_${randomUUID()}`
    const asked = {
      kind: 'asked', providerId: `agr_${randomUUID()}`, signatureId, url: `http://sign.localhost:4002/sign/${signatureId}`,
      isRepetition: asking === 'knew-it', summaryFailed: asking === 'summary-fails',
    } as const
    entries.set(order.externalId, { order, asked, status: { kind: 'open', signatureId } })
    return asking === 'lose-answer' ? { kind: 'unavailable' } : asked
  }
  const withdraw = async (externalId: string): Promise<SignatureWithdrawn> => {
    if (isAway) return { kind: 'unavailable' }
    const entry = entries.get(externalId)
    if (entry?.status.kind === 'signed') return { kind: 'signed', providerId: entry.asked.providerId }
    withdrawn.add(externalId)
    // The real one tells a withdrawn agreement as one that nobody will sign.
    if (entry) entry.status = { kind: 'refused', signatureId: entry.asked.signatureId }
    return isWithdrawalLost ? { kind: 'unavailable' } : { kind: 'withdrawn' }
  }
  const provider: SignatureProvider = {
    ask, withdraw,
    status: async (providerId) => (isAway ? { kind: 'unavailable' } : [...entries.values()].find(({ asked }) => asked.providerId === providerId)?.status ?? { kind: 'unknown' }),
    readCallback: ({ headers, body }) => (headers['x-signature'] === 'right' ? { providerId: body } : null),
  }
  const ofUrl = (url: string): Entry => {
    const entry = [...entries.values()].find(({ asked }) => asked.url === url)
    if (!entry) throw new Error('nobody was asked to sign there')
    return entry
  }
  return {
    provider, entries, ofUrl,
    does: (...asking: Asking[]) => { next = asking },
    goesAway: (away = true) => { isAway = away },
    /** Whether the provider's page of an address says that it was taken back. */
    isWithdrawn: (url: string) => withdrawn.has(ofUrl(url).order.externalId),
    /** The next orders to take something back are carried out, but the answer does not arrive. */
    losesWithdrawals: (lost = true) => { isWithdrawalLost = lost },
    /** A renter signs, if the page still lets anybody. */
    signs: (url: string, signature: Partial<StoredSignature> = {}) => {
      const entry = ofUrl(url)
      if (withdrawn.has(entry.order.externalId)) return
      entry.status = {
        kind: 'signed', signatureId: entry.asked.signatureId,
        signature: { kind: 'typed', name: 'Maria Silva', image: null, signedAt: '2026-11-21T09:12:33.000Z', ...signature },
      }
    },
    refuses: (url: string) => {
      const entry = ofUrl(url)
      entry.status = { kind: 'refused', signatureId: entry.asked.signatureId }
    },
    /** The token and id that stand in the address at which the renter comes back. */
    wayBack: (url: string) => {
      const { order, asked } = ofUrl(url)
      const [guid, signatureId] = new URL(order.returnUrl.replace('{signatureId}', asked.signatureId)).pathname.split('/').slice(3)
      return { guid: guid ?? '', signatureId: signatureId ?? '' }
    },
  }
}
