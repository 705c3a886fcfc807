import { expect, it } from 'vitest'
import { isFinished } from './bank-frame.view.tsx'

const end = { channel: 'payment-js-3ds', type: 'finished', transaction: 't1' }

it.each([
  ['its own origin and form', 'https://bank.example', end, true], ['another origin', 'https://evil.example', end, false], ['another port', 'https://bank.example:8443', end, false],
  ['another form', 'https://bank.example', { ...end, type: 'paid' }, false], ['no form', 'https://bank.example', 'finished', false], ['nothing', 'https://bank.example', null, false],
])('the end of the bank\'s page is taken from %s (P3, P17): %s', (_, origin, data, isTaken) => {
  expect(isFinished({ origin, data }, 'https://bank.example/3ds/1')).toBe(isTaken)
})
