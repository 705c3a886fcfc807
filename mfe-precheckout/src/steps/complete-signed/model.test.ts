import { noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import { agreementSigned, precheckoutFinished, problemOccurred, questionRaised, signatureOpened, signatureUnconfirmed } from '@checkin/flow'
import { collected, happenings, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { aPage, visit } from '../../test/a-page.ts'
import { $confirming, $newAddress, againPressed, homePressed, opened, retryPressed } from './model.ts'

async function returning(api: Fakes) {
  const page = aPage({ api })
  const published = happenings(page.scope, { signed: agreementSigned, unconfirmed: signatureUnconfirmed, home: precheckoutFinished })
  const modals = collected(page.scope, questionRaised)
  const alerts = collected(page.scope, problemOccurred)
  await inTurn(page.scope, turn(opened, visit('complete-signed', { guid: 'return-token-1', id: 'signature-9' })))
  return { ...page, published, modals, alerts }
}

describe('coming back from the signature', () => {
  it('asks our server once, and only its yes is a success (PRECHK-19, DEC-66, STATES S3.49)', async () => {
    const { api, published } = await returning({ completePrecheckout: { signed: true } })
    expect(api.calls).toEqual([{ name: 'completePrecheckout', input: { body: { guid: 'return-token-1', signatureId: 'signature-9' } } }])
    expect(published).toEqual(['signed'])
  })

  it.each([['the signature failed', refusedWith(409, 'SignatureFailed')], ['the link is unknown or another tenant\'s', refusedWith(404, 'NotFound')], ['the server fails', refusedWith(500)]])(
    'never claims a success when %s: the counter, in a modal with one button (PRECHK-20, ERR-37, STATES S3.50)',
    async (_, failure) => {
      const { scope, published, modals } = await returning({ completePrecheckout: failure })
      expect(published).toEqual(['unconfirmed'])
      expect(modals).toMatchObject([{ type: 'cancel', keys: ['preauth-signature'] }])
      expect(scope.getState($confirming)).toBe('refused')
      await inTurn(scope, turn(homePressed))
      expect(published).toEqual(['unconfirmed', 'home'])
    },
  )

  it.each([['another one waits for the signature', 'http://sign.localhost:4002/sign/new'], ['the renter proceeds anew', null]])(
    'says of an agreement that is no longer true that nothing was signed, and leads on when %s (DEC-108)', async (_, signatureURL) => {
      const { scope, published, modals } = await returning({ completePrecheckout: refusedWith(409, 'AgreementOutdated', { data: { signatureURL } }) })
      expect([published, modals]).toEqual([['unconfirmed'], []])
      expect([scope.getState($confirming), scope.getState($newAddress)]).toEqual(['outdated', signatureURL])
    })

  describe('without having wanted to sign (DEC-130)', () => {
    const refusal = (signatureURL: string | null) => refusedWith(409, 'SignatureRefused', { data: { signatureURL } })

    it('is no failure: nothing is signed, and it may be thought over (STATES S3.56)', async () => {
      const { scope, published, modals, alerts } = await returning({ completePrecheckout: refusal(null) })
      expect([published, modals, alerts, scope.getState($confirming)]).toEqual([['unconfirmed'], [], [], 'declined'])
    })

    it('leads to a new request of the same agreement (STATES S3.57)', async () => {
      const bodies: unknown[] = []
      const { scope } = await returning({ completePrecheckout: ({ body }) => { bodies.push(body); return refusal('again' in body ? 'http://sign.localhost:4002/sign/again' : null) } })
      const left = collected(scope, signatureOpened)
      await inTurn(scope, turn(againPressed))
      expect([bodies.at(-1), left]).toEqual([{ guid: 'return-token-1', signatureId: 'signature-9', again: true }, [{ url: 'http://sign.localhost:4002/sign/again' }]])
    })

    it('asks for the same request again when the answer to it was lost, and goes to its page (DEC-141)', async () => {
      const bodies: unknown[] = []
      const lost = [noNetwork(), refusedWith(504, 'OutcomeUnknown')]
      const { scope, published, modals } = await returning({ completePrecheckout: ({ body }) => { bodies.push(body); return 'again' in body ? lost.shift() ?? refusal('http://sign.localhost:4002/sign/again') : refusal(null) } })
      const left = collected(scope, signatureOpened)
      await inTurn(scope, turn(againPressed))
      expect(scope.getState($confirming)).toBe('unasked')
      await inTurn(scope, turn(retryPressed))
      expect(scope.getState($confirming)).toBe('unasked')
      await inTurn(scope, turn(retryPressed))
      expect(bodies.slice(1)).toEqual(Array.from({ length: 3 }, () => ({ guid: 'return-token-1', signatureId: 'signature-9', again: true })))
      expect([left, published, modals]).toEqual([[{ url: 'http://sign.localhost:4002/sign/again' }], ['unconfirmed'], []])
    })

    it('leaves the counter where no new request can be made', async () => {
      const { scope } = await returning({ completePrecheckout: refusal(null) })
      await inTurn(scope, turn(againPressed))
      expect(scope.getState($confirming)).toBe('refused')
    })
  })

  it('with a signature that was not accepted says so, and leads to another try (DEC-141, STATES S3.50)', async () => {
    const { scope, published, modals, alerts } = await returning({ completePrecheckout: ({ body }) => refusedWith(409, 'SignatureRejected', { data: { signatureURL: 'again' in body ? 'http://sign.localhost:4002/sign/again' : null } }) })
    expect([published, modals, alerts, scope.getState($confirming)]).toEqual([['unconfirmed'], [], [], 'rejected'])
    const left = collected(scope, signatureOpened)
    await inTurn(scope, turn(againPressed))
    expect(left).toEqual([{ url: 'http://sign.localhost:4002/sign/again' }])
  })

  it('goes to no address that is none', async () => {
    const { scope } = await returning({ completePrecheckout: refusedWith(409, 'AgreementOutdated', { data: { signatureURL: 'javascript:alert(1)' } }) })
    expect([scope.getState($confirming), scope.getState($newAddress)]).toEqual(['outdated', null])
  })

  it('claims nothing at all when nobody answers, and can ask again (ERR-45)', async () => {
    let tries = 0
    const { scope, published, modals } = await returning({ completePrecheckout: () => (++tries === 1 ? noNetwork() : { signed: true as const }) })
    expect([published, modals, scope.getState($confirming)]).toEqual([[], [], 'unreachable'])
    await inTurn(scope, turn(retryPressed))
    expect(published).toEqual(['signed'])
  })

  it('asks once however often it is pressed', async () => {
    const { scope, api } = await returning({ completePrecheckout: noNetwork() })
    await Promise.all([allSettled(retryPressed, { scope }), allSettled(retryPressed, { scope })])
    expect(api.calls).toHaveLength(2)
  })
})
