import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { CollectedSpan } from '@checkin/testing/otlp-collector'
import { PaymentScreens } from '../pages/payment.ts'
import { spansFile } from '../support/addresses.ts'
import { ownReservation } from '../support/own-reservation.ts'

const collected = (): string => readFileSync(spansFile, 'utf8')
const spansOf = (traceId: string): readonly CollectedSpan[] =>
  collected().split('\n').slice(0, -1).map((line) => JSON.parse(line) as CollectedSpan).filter((span) => span.traceId === traceId)

test('a payment is one trace from the page over site, API and stored work to the provider, and names nobody (ECO-5, DEC-318)', async ({ page }) => {
  const screens = new PaymentScreens(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await screens.opensOverview(booking)
  await screens.typesCard({ number: '4111111111111111' })
  const paying = page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/payment')
  await screens.pays()
  const [, trace = '', span = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-00$/.exec((await paying).headers()['traceparent'] ?? '') ?? []
  await screens.expectComplete()

  /** The way of spans from the page's call down, each below the one before. */
  const way = [
    { service: 'site', kind: 2, name: 'POST /api/*' }, { service: 'site', kind: 3, name: 'POST' }, { service: 'reservation-api', kind: 2, name: 'POST /api/payment' },
    { service: 'reservation-api', kind: 5, name: 'payment take' }, { service: 'reservation-api', kind: 3, name: 'POST' },
  ]
  const walked = (): readonly object[] => {
    const all = spansOf(trace)
    let above = [span]
    return way.flatMap((step) => {
      const below = all.filter(({ parentSpanId, service, kind, name }) => above.includes(parentSpanId) && service === step.service && kind === step.kind && name === step.name)
      above = below.map(({ spanId }) => spanId)
      return below.length > 0 ? [step] : []
    })
  }
  await expect.poll(walked).toEqual(way)
  // The provider is another company, which goes on with the trace where the settings let it hear of it.
  await expect.poll(() => spansOf(trace).filter(({ service, kind }) => kind === 2 && !['site', 'reservation-api'].includes(service)).length).toBeGreaterThan(0)

  const text = collected()
  for (const personal of [booking.reference, booking.surname, 'Silva', '@', '4111111111111111', 'ix::', 'checkin_session']) expect(text, personal).not.toContain(personal)
})
