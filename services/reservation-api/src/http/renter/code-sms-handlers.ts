import { clientAddress } from '@checkin/server'
import { readCodeSms, sendCodeSms, sentSms } from '../../identity/code-sms.ts'
import type { IdentitySources } from '../../identity/reservation-directory.ts'
import { requireSession } from '../../identity/session.ts'
import type { Handlers } from '../handlers.ts'

/** API-62 and API-63: a code by text message (DEC-230). */
export const codeSmsHandlers = (sources: IdentitySources & { readonly mailQueued: () => void }) => ({
  readCodeSms: ({ tenant, request }) => readCodeSms(sources, { tenant, session: requireSession(request, 'pending') }),
  sendCodeSms: async ({ tenant, request, language }) => {
    const sms = sentSms(await sendCodeSms(sources, { tenant, session: requireSession(request, 'pending'), language, address: clientAddress(request, sources.settings.proxySecret) }))
    sources.mailQueued()
    return sms
  },
} satisfies Handlers)
