import { internalContract } from '@checkin/internal'
import { asPerson } from './as-person.ts'
import type { MoneyCallOptions } from './money-calls.ts'

/** The product's texts, which are nobody's, and mails of tenants within reach as they would be sent (DEC-324, DEC-325). */
export function textCalls({ serve, client, requireReach, refuse }: Omit<MoneyCallOptions, 'within'>): void {
  const { listProductTexts, previewMail } = internalContract
  serve(listProductTexts, ({ session, params }) => client.call(listProductTexts, { params }, asPerson(session)).catch(refuse))
  serve(previewMail, async ({ session, params, body }) => {
    await requireReach(session, params.id)
    return client.call(previewMail, { params, body }, asPerson(session)).catch(refuse)
  })
}
