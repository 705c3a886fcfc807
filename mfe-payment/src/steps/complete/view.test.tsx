import { checkinFinished, problemOccurred, securityDepositChosen } from '@checkin/flow'
import { languages } from '@checkin/i18n'
import { collected, turn } from '@checkin/testing'
import { act, fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aPage, summaryWith, visit, type PageOptions, withStoppedClock } from '../../test/a-page.ts'
import { show } from '../../test/render.tsx'
import { opened } from './model.ts'
import { CompleteView } from './view.tsx'

withStoppedClock()

async function done(options: PageOptions = {}, language: (typeof languages)[number] = 'en') {
  const page = aPage(options)
  const deposits = collected(page.scope, securityDepositChosen)
  const finished = collected(page.scope, checkinFinished)
  const alerts = collected(page.scope, problemOccurred)
  await turn(opened, visit('complete'))(page.scope)
  return { screen: await show(CompleteView, page.scope, language), deposits, finished, alerts }
}
const actions = (): readonly (string | null)[] => [...document.querySelectorAll('[data-action]')].map((element) => element.getAttribute('data-action'))
const press = (key: string) => act(async () => { fireEvent.click(document.querySelector(`[data-action="${key}"]`)!) })

describe('the end of check-in', () => {
  it.each(languages)('says that it worked and what to bring, in words, and its toast that the reservation is updated: %s (PAY-37, DEC-105, SHELL-81)', async (language) => {
    const { screen, alerts } = await done({}, language)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^(You're checked in|Check-in (concluído|completado|completato)|Enregistrement terminé|Sie sind eingecheckt|U bent ingecheckt|اكتمل تسجيل وصولك)$/)
    expect(alerts).toEqual([{ key: 'ReservationUpdatedSuccess', state: 'success' }])
    expect(screen.container.textContent).toContain('CV1001')
    expect(screen.container.textContent).not.toMatch(/\b(Complete|Counter|End|Ticket)\.\w/)
  })

  it('tells what was paid, with the receipt, and what is left for the counter', async () => {
    await done({ summary: summaryWith(79.55) })
    expect(document.querySelector('[data-amount="paid"]')?.getAttribute('data-value')).toBe('200.00')
    expect(document.querySelector('[data-amount="due"]')?.getAttribute('data-value')).toBe('79.55')
    expect(document.body.textContent).toMatch(/receipt/)
  })

  it('offers the deposit only when pre-checkout is possible, with the link that came with the answer (PAY-38, DEC-85, S1.65)', async () => {
    const { deposits } = await done({ canPrecheckout: true, token: 'link-token-1' })
    expect(actions()).toEqual(['YesIWantToProceed', 'End.calendar', 'BackToHome'])
    expect(document.querySelector('[data-action="YesIWantToProceed"]')?.closest('.ck-panel')?.querySelector('h2')?.textContent, 'question and answer in one panel').toContain('security deposit')
    await press('YesIWantToProceed')
    expect(deposits).toEqual([{ guid: 'link-token-1' }])
  })

  it.each([[false, 'link-token-1'], [true, null]] as const)('otherwise only the way home (possible %s, link %s) (PAY-38)', async (canPrecheckout, token) => {
    await done({ canPrecheckout, token })
    expect(actions()).toEqual(['End.calendar', 'BackToHome'])
  })

  it('Back to Home ends it (PAY-39, S1.66)', async () => {
    const { finished } = await done()
    await press('BackToHome')
    expect(finished).toHaveLength(1)
  })
})
