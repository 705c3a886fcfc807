import { randomUUID } from 'node:crypto'
import type { AccountTrial, AccountTrialResult } from '@checkin/internal'
import { httpSignatureProvider } from '../agreement/signature/http-signature-provider.ts'
import { mailerOf } from '../mail/mail-accounts.ts'
import { createCardProvider } from '../payments/providers/card-provider.ts'
import type { ProviderOutcome } from '../payments/providers/provider.ts'
import { createWalletProvider } from '../payments/providers/wallet-provider.ts'

/** Asks a provider with an account that is not stored. Never throws. */
export type TryAccount = (trial: AccountTrial) => Promise<AccountTrialResult>

const times = { connectMs: 3000, answerMs: 8000 }
const works: AccountTrialResult = { works: true, problem: null }
const fails = (problem: string): AccountTrialResult => ({ works: false, problem })

/** What a payment provider says of an order that nobody made: that it knows none is the only answer of an account that it knows. */
const ofOrder = (outcome: ProviderOutcome): AccountTrialResult =>
  (outcome.kind === 'notFound' ? works : fails(outcome.kind === 'unavailable' ? outcome.code : outcome.kind === 'unknown' ? outcome.reason : outcome.kind))

/** Tries accounts by calls that move nothing: the state of an order or agreement that nobody made, and a sign-in at the mail server (DEC-329). */
export const accountTrial = ({ demo }: { readonly demo: boolean }): TryAccount => async (trial) => {
  switch (trial.kind) {
    case 'card': return ofOrder(await createCardProvider({ account: trial.account, times }).status(randomUUID()))
    case 'wallet': return ofOrder(await createWalletProvider({ account: trial.account, times }).status(randomUUID()))
    case 'sign': return (await httpSignatureProvider({ ...trial.account, timeoutMs: times.answerMs }).status(randomUUID())).kind === 'unknown' ? works : fails('refused')
    case 'mail': {
      const mailer = mailerOf(trial.account, { demo })
      const answer = await mailer.verify()
      mailer.close()
      return answer.kind === 'sent' ? works : fails(answer.reason)
    }
  }
}
