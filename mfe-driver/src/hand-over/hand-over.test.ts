import { refusedWith } from '@checkin/api/testing'
import type { HandOverState } from '@checkin/api/hand-over'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { photosModels } from '../photos/photos.model.ts'
import { documentModels } from '../steps/driver-document/model.ts'
import { licenceModels } from '../steps/driver-document-license/model.ts'
import { handOverToken } from '../test/phone-double.ts'
import { aPage, scanFirst, type PageOptions, type PhoneFakes } from '../test/shell-double.ts'
import { invitedTokenKnown } from '../invitation/invited-trip.ts'
import { $handOver, numberGiven, placeLeft, started, stopped, type Start } from './hand-over.model.ts'

const picture = (id: string, side: HandOverState['pictures'][number]['side']) => ({ id, side, image: btoa(`picture ${id}`) })
const ids = ['0197d000-0000-7000-8000-000000000001', '0197d000-0000-7000-8000-000000000002'] as const

async function begun(phone: PhoneFakes, start: Partial<Start> = {}, options: PageOptions = {}) {
  const page = aPage({ phone, ...options })
  await allSettled(started, { scope: page.scope, params: { place: 'document', owner: 'main', sides: ['document.front', 'document.back'], ...start } })
  return { ...page, shown: () => page.scope.getState($handOver), asked: (name: string) => page.phoneCalls.filter((call) => call.name === name).map(({ input }) => input) }
}

describe('taking pictures by phone, on the page that shows the code (DEC-204)', () => {
  it('asks for a code for the pictures of its place, and shows it', async () => {
    const { shown, asked } = await begun({})
    expect(shown()).toMatchObject({ state: 'waiting', token: handOverToken, place: 'document', came: [] })
    expect(asked('beginHandOver')).toEqual([{ body: { sides: ['document.front', 'document.back'] } }])
  })

  it('a right number lets the phone in, a wrong one is said, the last wrong one ends it', async () => {
    const answers = ['number', 'open'] as const
    let at = 0
    const { scope, shown, asked } = await begun({ readHandOver: { state: 'number', pictures: [] }, answerHandOver: () => ({ state: answers[at++] ?? 'ended' }) })
    await allSettled(numberGiven, { scope, params: '12' })
    expect(shown()).toMatchObject({ state: 'number', isWrong: true })
    await allSettled(numberGiven, { scope, params: '47' })
    expect(shown()).toMatchObject({ state: 'open', isWrong: false })
    expect(asked('answerHandOver')).toEqual(['12', '47'].map((number) => ({ body: { token: handOverToken, number } })))
  })

  it('pictures that come are pictures chosen here, and the server is told that they are here', async () => {
    let read = 0
    const { scope, shown, asked } = await begun({ readHandOver: () => ({ state: 'open', pictures: read++ === 0 ? [picture(ids[0], 'document.front'), picture(ids[1], 'document.back')] : [] }) }, {}, { image: (file) => btoa(file.name) })
    expect(scope.getState(documentModels.main.form.$values)).toMatchObject({ imageFront: btoa('document.front.webp'), imageBack: btoa('document.back.webp') })
    expect(shown()?.came).toEqual(['document.front', 'document.back'])
    expect(asked('readHandOver').at(-1)).toEqual({ body: { token: handOverToken, taken: [...ids] } })
  })

  it('a picture that comes twice, because an answer was lost, is taken once', async () => {
    const files: string[] = []
    let read = 0
    await begun({ readHandOver: () => ({ state: 'open', pictures: read++ < 2 ? [picture(ids[0], 'document.front')] : [] }) }, {}, { image: (file) => { files.push(file.name); return 'UklGRg==' } })
    expect(files).toEqual(['document.front.webp'])
  })

  it.each([['licence', 'licence.back', 'imageBack'], ['second', 'second.front', 'second.imageFront']] as const)('pictures of the %s go to its own fields', async (place, side, field) => {
    let read = 0
    const { scope } = await begun({ readHandOver: () => ({ state: 'open', pictures: read++ === 0 ? [picture(ids[0], side)] : [] }) }, { place, sides: [side] })
    expect(scope.getState(licenceModels.main.form.$values)[field]).toBe('UklGRg==')
  })

  it('where documents are read on the device, those of the phone are read too (DEC-176)', async () => {
    let read = 0
    const { scope } = await begun(
      { readHandOver: () => ({ state: 'open', pictures: read++ === 0 ? [picture(ids[0], 'licence.front')] : [] }) }, { place: 'photos', sides: ['licence.front'] },
      { config: scanFirst, read: () => ({ kind: 'unreadable', reason: 'blurred' }) },
    )
    expect(scope.getState(photosModels.main.$sides)['licence.front']).toEqual({ kind: 'unreadable', reason: 'blurred' })
  })

  it('given up, the server is told, and what comes late changes nothing', async () => {
    const { scope, shown, asked } = await begun({})
    await allSettled(stopped, { scope })
    expect([shown(), asked('answerHandOver')]).toEqual([null, [{ body: { token: handOverToken, number: null } }]])
  })

  it('another part of the screen may go away without ending it, its own may not', async () => {
    const { scope, shown } = await begun({})
    await allSettled(placeLeft, { scope, params: 'licence' })
    expect(shown()?.state).toBe('waiting')
    await allSettled(placeLeft, { scope, params: 'document' })
    expect(shown()).toBeNull()
  })

  it('a code that was not made, and one that is over, say so', async () => {
    expect((await begun({ beginHandOver: refusedWith(429, 'TooManyRequests') })).shown()?.state).toBe('failed')
    expect((await begun({ readHandOver: { state: 'ended', pictures: [] } })).shown()?.state).toBe('ended')
    expect((await begun({ readHandOver: refusedWith(401, 'Unauthorized') })).shown()?.state).toBe('ended')
  })
})

describe('taking pictures by phone, on the page of an invited driver (DEC-240)', () => {
  const link = 'i'.repeat(43)
  async function invited(phone: PhoneFakes) {
    const page = aPage({ phone, driver: null })
    await allSettled(invitedTokenKnown, { scope: page.scope, params: link })
    await allSettled(started, { scope: page.scope, params: { place: 'document', owner: 'invited', sides: ['document.front'] } })
    return { ...page, shown: () => page.scope.getState($handOver), asked: (name: string) => page.phoneCalls.filter((call) => call.name === name).map(({ input }) => (input as { body: Record<string, unknown> }).body) }
  }

  it('asks by the link and the key of this browser, and makes no call of a session', async () => {
    const { scope, shown, asked, phoneCalls } = await invited({ readInvitedHandOver: { state: 'ended', pictures: [] } })
    expect(shown()).toMatchObject({ state: 'ended', token: handOverToken })
    const [begun] = asked('beginInvitedHandOver')
    expect(begun).toEqual({ token: link, key: expect.stringMatching(/^[\w-]{43}$/), sides: ['document.front'] })
    expect(asked('readInvitedHandOver')).toEqual([{ token: link, key: begun?.['key'], handOver: handOverToken, taken: [] }])
    await allSettled(stopped, { scope })
    expect(asked('answerInvitedHandOver')).toEqual([{ token: link, key: begun?.['key'], handOver: handOverToken, number: null }])
    expect(phoneCalls.map(({ name }) => name).filter((name) => ['beginHandOver', 'readHandOver', 'answerHandOver'].includes(name))).toEqual([])
  })

  it('a picture that comes is one of the invited driver\'s, and of no driver of the reservation', async () => {
    const { parts } = await import('../steps/invitation/form.model.ts')
    let read = 0
    const { scope, asked } = await invited({ readInvitedHandOver: () => (read++ === 0 ? { state: 'open', pictures: [picture(ids[0], 'document.front')] } : { state: 'ended', pictures: [] }) })
    expect([scope.getState(parts.document.$values).imageFront !== '', scope.getState(documentModels.main.form.$values).imageFront, scope.getState(documentModels.additional.form.$values).imageFront]).toEqual([true, '', ''])
    expect(asked('readInvitedHandOver').at(-1)).toMatchObject({ taken: [ids[0]] })
  })

  it('a link that was withdrawn ends it', async () => {
    expect((await invited({ readInvitedHandOver: refusedWith(404, 'LinkUnknown') })).shown()).toMatchObject({ state: 'ended' })
  })
})
