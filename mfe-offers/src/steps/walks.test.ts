import { aDriver, anExtra, noNetwork, refusedWith } from '@checkin/api/testing'
import type { Extra, ExtrasRequest, ExtrasSummary } from '@checkin/api'
import {
  $offerDraft, additionalDriverAccepted, additionalDriverRejected, additionalDriverSkipped, extrasDeclined, extrasSkipped, extrasSubmitted, extrasWanted, problemOccurred, questionRaised,
} from '@checkin/flow'
import { questionAnswered } from '@checkin/flow/publish/shell'
import { collected, happenings, turn } from '@checkin/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPage, asked, driverLine, offeredSummary, reported, visit } from '../test/a-page.ts'
import * as question from './add-extras/model.ts'
import * as driver from './additional-driver/model.ts'
import * as extras from './extras/model.ts'

const modules = fc.subarray(['adview', 'upview', 'exview'])
const modes = fc.constantFrom('main' as const, 'precheckout' as const)
/** What is known of the reservation's lines when the screen opens. */
const results = fc.constantFrom('some' as const, 'none' as const, 'error' as const)

describe('any walk over the additional-driver offer', () => {
  it('leads on by itself or by each press, says yes only to a price, and reports what was done (OFFERS-01 to OFFERS-08)', async () => {
    await fc.assert(fc.asyncProperty(
      modules, modes, results, fc.constantFrom('nobody', 'named', 'complete'), fc.boolean(), fc.array(fc.constantFrom('yes' as const, 'no' as const), { maxLength: 4 }),
      async (off, mode, result, there, isIncluded, presses) => {
        const summary = result === 'error' ? null : offeredSummary({ extras: result === 'none' ? [] : [driverLine({ isIncluded })] })
        const addDriver = there === 'nobody' ? null : aDriver({ id: 8, name: 'Rui', surname: there === 'complete' ? 'Costa' : '' })
        const { scope, api } = aPage({ off, mode, summary, addDriver })
        const published = happenings(scope, { accepted: additionalDriverAccepted, rejected: additionalDriverRejected, skipped: additionalDriverSkipped })
        await turn(driver.opened, visit('additional-driver'))(scope)
        const stage = scope.getState(driver.$stage)
        const isOpen = stage !== 'waiting'
        expect(published).toEqual(isOpen ? [] : ['skipped'])
        if (there === 'complete') expect([isOpen, reported(api)]).toEqual([false, [{ viewTag: 'adview', action: 'skip' }]])
        else if (result === 'error') expect(stage).toBe('unpriced')
        else expect(isOpen).toBe(result === 'some' && !off.includes('adview'))
        for (const press of presses) await turn(press === 'yes' ? driver.yesPressed : driver.noPressed)(scope)
        const answers = presses.filter((press) => stage === 'offered' || (stage === 'unpriced' && press === 'no'))
        expect(published.slice(isOpen ? 0 : 1)).toEqual(answers.map((press) => (press === 'yes' ? 'accepted' : 'rejected')))
        expect(reported(api).filter(({ action }) => action !== 'skip').map(({ action }) => action)).toEqual(answers.map((press) => (press === 'yes' ? 'accept' : 'reject')))
        // Nothing is priced or stored by a press (OFFERS-07).
        expect(asked(api)).toEqual([])
      },
    ), { numRuns: 80 })
  })
})

describe('any walk over the question about extras', () => {
  it('is asked exactly where the company offers extras, and reports each answer (OFFERS-09, OFFERS-11)', async () => {
    await fc.assert(fc.asyncProperty(modules, modes, results, fc.array(fc.constantFrom('yes' as const, 'no' as const), { maxLength: 4 }), async (off, mode, result, presses) => {
      const { scope, api } = aPage({ off, mode, summary: result === 'error' ? null : offeredSummary({ extras: result === 'none' ? [] : [anExtra({})] }) })
      const published = happenings(scope, { wanted: extrasWanted, declined: extrasDeclined })
      await turn(question.opened, visit('add-extras'))(scope)
      const isAsked = scope.getState(question.$isAsked)
      expect(published).toEqual(isAsked ? [] : ['declined'])
      expect(reported(api)).toEqual([])
      if (!isAsked) return
      for (const press of presses) await turn(press === 'yes' ? question.yesPressed : question.noPressed)(scope)
      expect(published).toEqual(presses.map((press) => (press === 'yes' ? 'wanted' : 'declined')))
      expect(reported(api).map(({ viewTag, action }) => `${viewTag} ${action}`)).toEqual(presses.map((press) => `exview ${press === 'yes' ? 'accept' : 'reject'}`))
    }), { numRuns: 60 })
  })
})

const offered: readonly Extra[] = [
  anExtra({ extraID: 'ADD', category: 'equipment', valueWithTax: 5, totalValue: 25 }),
  anExtra({ extraID: 'QTY', category: 'equipment', isAcceptQuantity: true, quantity: 0, valueWithTax: 3, totalValue: 0 }),
  anExtra({ extraID: 'HAD', category: 'insurances', isAccepted: true, isAcceptQuantity: true, quantity: 2, valueWithTax: 10, totalValue: 20 }),
  anExtra({ extraID: 'REQ', category: 'insurances', isAccepted: true, isRequired: true, valueWithTax: 7, totalValue: 7 }),
  anExtra({ extraID: 'INC', category: 'insurances', isIncluded: true, valueWithTax: 9, totalValue: 9 }),
]
const unit: Readonly<Record<string, number>> = { ADD: 25, QTY: 3, HAD: 10, REQ: 7, INC: 0 }
const start: Readonly<Record<string, number>> = { ADD: 0, QTY: 0, HAD: 2, REQ: 1, INC: 1 }
const isCounted = (id: string): boolean => id === 'QTY' || id === 'HAD'

/** A server that prices by the table above, in whole euros. */
function priced({ extras: chosen }: { readonly extras: readonly Pick<ExtrasRequest['extras'][number], 'extraID' | 'quantity' | 'event'>[] }): ExtrasSummary {
  const quantityOf = (id: string): number => {
    const choice = chosen.find(({ extraID }) => extraID === id)
    return choice === undefined ? 0 : choice.event === 'Unselect' ? 0 : choice.quantity
  }
  const total = Object.keys(unit).reduce((sum, id) => sum + (unit[id] ?? 0) * quantityOf(id), 0)
  const lines = offered.map((extra) => ({ ...extra, totalValue: (unit[extra.extraID] ?? 0) * quantityOf(extra.extraID) }))
  const summary = offeredSummary({ extras: lines })
  return { ...summary, cashier: { ...summary.cashier, previewValue: total, paidValues: 0, pendingValues: total } }
}

interface Step {
  readonly id: string
  readonly press: 'add' | 'remove' | 'plus' | 'minus'
  readonly answer: 'ok' | 'refused' | 'silent'
}
const steps = fc.array(fc.record<Step>({
  id: fc.constantFrom(...Object.keys(unit), 'NONE'), press: fc.constantFrom('add', 'remove', 'plus', 'minus'), answer: fc.constantFrom('ok', 'ok', 'ok', 'refused', 'silent'),
}), { maxLength: 12 })

/** The quantity after a press, counted by hand from OFFERS-14, OFFERS-15 and OFFERS-20; null where nothing may happen. */
function after(now: number, { id, press }: Step): number | null {
  if (start[id] === undefined) return null
  if (isCounted(id)) return press === 'plus' ? now + 1 : press === 'minus' && now > start[id] ? now - 1 : null
  if (id !== 'ADD') return null
  return press === 'add' && now === 0 ? 1 : press === 'remove' && now === 1 ? 0 : null
}

describe('any walk over the extras', () => {
  it('asks the server once per allowed press, shows its figures, keeps the former state after a failure, and keeps or drops what is shown (OFFERS-14 to OFFERS-19, DEC-106)', async () => {
    await fc.assert(fc.asyncProperty(modules, modes, results, steps, fc.constantFrom('submit' as const, 'keep' as const, 'drop' as const), async (off, mode, result, walk, end) => {
      let answer: Step['answer'] = 'ok'
      const summary = result === 'error' ? null : result === 'none' ? offeredSummary({ extras: [] }) : { ...priced({ extras: [{ extraID: 'HAD', quantity: 2 }, { extraID: 'REQ', quantity: 1 }, { extraID: 'INC', quantity: 1 }] }), extras: [...offered] }
      const { scope, api } = aPage({
        off, mode, summary,
        api: { calculateExtras: ({ body }) => (answer === 'ok' ? priced(body) : answer === 'refused' ? refusedWith(400, 'OutOfStock', { title: 'Out of stock' }) : noNetwork()) },
      })
      const published = happenings(scope, { submitted: extrasSubmitted, skipped: extrasSkipped })
      const alerts = collected(scope, problemOccurred)
      const questions = collected(scope, questionRaised)
      await turn(extras.opened, visit('extras'))(scope)
      const stage = scope.getState(extras.$stage)
      const isOff = off.includes('exview') && mode === 'main'
      expect([stage, published]).toEqual(result === 'error' ? ['unpriced', []] : isOff ? ['waiting', ['skipped']] : ['offered', []])
      if (stage !== 'offered') return

      const now: Record<string, number> = { ...start }
      let calls = 0
      let failures = 0
      for (const step of walk) {
        const next = result === 'none' ? null : after(now[step.id] ?? 0, step)
        answer = step.answer
        await turn(extras.pressed, { extraID: step.id, press: step.press })(scope)
        if (next === null) continue
        calls += 1
        if (step.answer === 'ok') now[step.id] = next
        else failures += 1
      }
      expect(asked(api)).toHaveLength(calls)
      expect(alerts).toHaveLength(failures)
      if (result === 'some') {
        const total = Object.keys(unit).reduce((sum, id) => sum + (unit[id] ?? 0) * (now[id] ?? 0), 0)
        expect(scope.getState(extras.$ledger)?.total).toBe(total)
        const cards = scope.getState(extras.$sections).flatMap((section) => section.cards)
        expect(Object.fromEntries(cards.map(({ extraID, quantity }) => [extraID, quantity]))).toEqual(now)
      }

      const changed = result === 'some' ? Object.keys(now).filter((id) => now[id] !== start[id]) : []
      await turn(end === 'submit' ? extras.submitPressed : extras.continueWithoutPressed)(scope)
      const isAsked = end !== 'submit' && changed.length > 0
      expect([published, questions.length]).toEqual([isAsked ? [] : [end === 'submit' ? 'submitted' : 'skipped'], isAsked ? 1 : 0])
      if (isAsked) await turn(questionAnswered, { action: end === 'keep' ? 'confirm' as const : 'close' as const })(scope)
      const keeps = end === 'submit' || (end === 'keep' && isAsked)
      expect(published).toEqual([keeps ? 'submitted' : 'skipped'])
      const draft = scope.getState($offerDraft)
      expect([draft.extras.map(({ extraID }) => extraID).sort(), draft.undecided]).toEqual([keeps ? changed.sort() : [], undefined])
    }), { numRuns: 150 })
  })
})
