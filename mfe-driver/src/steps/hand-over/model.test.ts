import { noNetwork, refusedWith } from '@checkin/api/testing'
import { allSettled } from 'effector'
import { afterEach, describe, expect, it } from 'vitest'
import { aPage, visit, type PageOptions } from '../../test/shell-double.ts'
import { $sent, $view, opened, retryPressed, taken } from './model.ts'

const token = 't'.repeat(43)
const picture = new File(['picture'], 'front.jpg', { type: 'image/jpeg' })
afterEach(() => { sessionStorage.clear() })

async function phone(options: PageOptions = {}) {
  const page = aPage(options)
  await allSettled(opened, { scope: page.scope, params: { ...visit('hand-over'), params: { guid: token } } })
  return { ...page, view: () => page.scope.getState($view), asked: (name: string) => page.phoneCalls.filter((call) => call.name === name).map(({ input }) => input as { body: { key: string; token: string } }) }
}

describe('the screen of a phone that read a code (DEC-205)', () => {
  it('comes with the code and a secret of its own, the same at every question, and shows its number', async () => {
    const { scope, view, asked } = await phone()
    expect(view()).toEqual({ kind: 'number', number: '47' })
    await allSettled(retryPressed, { scope })
    const keys = asked('joinHandOver').filter(({ body }) => body.token === token).map(({ body }) => body.key)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('sends each picture once it is let in, and says what became of it', async () => {
    const { scope, view, asked } = await phone({ phone: { joinHandOver: { state: 'open', number: null, sides: ['document.front'] } } })
    expect(view()).toEqual({ kind: 'open', sides: ['document.front'] })
    await allSettled(taken, { scope, params: { side: 'document.front', file: picture } })
    expect(scope.getState($sent)).toEqual({ 'document.front': 'sent' })
    expect(asked('sendHandOverPicture').map(({ body }) => body)).toMatchObject([{ token, side: 'document.front', image: 'UklGRg==' }])
  })

  it.each([['refused', refusedWith(400, 'InvalidRequest')], ['failed', noNetwork()]] as const)('a picture is %s', async (state, answer) => {
    const { scope } = await phone({ phone: { joinHandOver: { state: 'open', number: null, sides: ['document.front'] }, sendHandOverPicture: answer } })
    await allSettled(taken, { scope, params: { side: 'document.front', file: picture } })
    expect(scope.getState($sent)).toEqual({ 'document.front': state })
  })

  it('a code that is unknown, used, over or ended while pictures are taken is no longer good', async () => {
    expect((await phone({ phone: { joinHandOver: refusedWith(404, 'LinkUnknown') } })).view()).toEqual({ kind: 'gone' })
    const { scope, view } = await phone({ phone: { joinHandOver: { state: 'open', number: null, sides: ['document.front'] }, sendHandOverPicture: refusedWith(404, 'LinkUnknown') } })
    await allSettled(taken, { scope, params: { side: 'document.front', file: picture } })
    expect(view()).toEqual({ kind: 'gone' })
  })

  it('where nobody answers it can be tried again', async () => {
    let tries = 0
    const { scope, view } = await phone({ phone: { joinHandOver: () => (tries++ < 1 ? noNetwork() : { state: 'open', number: null, sides: [] }) } })
    expect(view()).toEqual({ kind: 'unreachable' })
    await allSettled(retryPressed, { scope })
    expect(view().kind).toBe('open')
  })

  it.each([[429, 'TooManyRequests'], [503, 'Unavailable']] as const)('a code stays good where the server only declines for now, with %i (DEC-343, CODE-7)', async (status, code) => {
    const { view } = await phone({ phone: { joinHandOver: refusedWith(status, code) } })
    expect(view()).toEqual({ kind: 'unreachable' })
  })
})
