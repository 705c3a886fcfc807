import { overviewExited, reviewConfirmed, reviewReopened } from '@checkin/flow'
import { languages } from '@checkin/i18n'
import { happenings, turn } from '@checkin/testing'
import { act, fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aPage, asked, visit, withStoppedClock } from '../../test/a-page.ts'
import { show } from '../../test/render.tsx'
import { opened } from './model.ts'
import { OverviewPrecheckoutView } from './view.tsx'

withStoppedClock()

describe('the review in pre-checkout', () => {
  it.each(languages)('has exactly its three buttons and nothing to pay: %s (PAY-05, S3.39 to S3.41)', async (language) => {
    const page = aPage({ mode: 'precheckout', api: { listGateways: [{ code: 'card', name: 'Card', clientScript: 'https://pay.example/p.js', clientKey: 'k' }] } })
    const published = happenings(page.scope, { confirmed: reviewConfirmed, reopened: reviewReopened, exited: overviewExited })
    await turn(opened, visit('overview-precheckout'))(page.scope)
    const screen = await show(OverviewPrecheckoutView, page.scope, language)
    const actions = [...document.querySelectorAll('[data-action]')].map((element) => element.getAttribute('data-action'))
    expect(actions).toEqual(['ProceedToRentalAgreement', 'ModifyData', 'Exit'])
    for (const key of actions) await act(async () => { fireEvent.click(document.querySelector(`[data-action="${key}"]`)!) })
    expect(published).toEqual(['confirmed', 'reopened', 'exited'])
    expect([document.querySelectorAll('input').length, asked(page.api), page.scripts]).toEqual([0, ['listGateways'], ['https://pay.example/p.js']])
    expect(screen.container.textContent).not.toMatch(/\bReview\.\w/)
  })
})
