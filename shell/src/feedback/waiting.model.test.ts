import { longWriteEnded, writeTookLong } from '@checkin/api/client'
import { act, render } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { createElement } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { $waiting, connectionChanged } from './waiting.model.ts'
import { WaitingView } from './feedback-views.tsx'

beforeAll(async () => { await initI18n({ language: 'en' }) })

const write = (id: number) => ({ name: 'saveDriver', id }) as const

describe('what the renter waits for', () => {
  it('is said as long as any slow write is under way (SHELL-59, DEC-48)', async () => {
    const scope = fork()
    const seen = [scope.getState($waiting)]
    for (const [event, params] of [[writeTookLong, write(1)], [writeTookLong, write(2)], [longWriteEnded, write(1)], [longWriteEnded, write(2)]] as const) {
      await allSettled(event, { scope, params })
      seen.push(scope.getState($waiting))
    }
    expect(seen).toEqual([null, 'stillWorking', 'stillWorking', 'stillWorking', null])
  })

  it('is first of all the connection, when the browser has none', async () => {
    const scope = fork()
    await allSettled(writeTookLong, { scope, params: write(1) })
    await allSettled(connectionChanged, { scope, params: { online: false } })
    expect(scope.getState($waiting)).toBe('offline')
    await allSettled(connectionChanged, { scope, params: { online: true } })
    expect(scope.getState($waiting)).toBe('stillWorking')
  })

  it('is read out by a region that was there before', async () => {
    const scope = fork()
    const { container } = render(createElement(Provider, { value: scope, children: createElement(WaitingView) }))
    const region = container.querySelector('[role="status"]')
    expect(region?.textContent).toBe('')
    await act(() => allSettled(writeTookLong, { scope, params: write(1) }).then(() => undefined))
    expect(region?.textContent).toContain('Still working')
  })
})
