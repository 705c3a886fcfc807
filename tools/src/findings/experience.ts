import type { Finding, Findings } from './findings-page.ts'

const findings: readonly Finding[] = [
  { id: 'UX-1', was: 'A refused save gave a wrong reason and marked no field.', rulings: ['DEC-102'] },
  { id: 'UX-2', was: 'What a refusal said was gone after 2.6 seconds.', rulings: ['DEC-102'] },
  { id: 'UX-3', was: 'A list that is typed into lost what was typed, and knew a country by one name alone.', rulings: ['DEC-103', 'DEC-179'] },
  { id: 'UX-4', was: 'The end had its question and its answer on different screenfuls, and little for the day of pick-up.', rulings: ['DEC-105', 'DEC-185'] },
  { id: 'UX-5', was: 'Extras ended in two buttons of the same weight.', rulings: ['DEC-170'] },
  { id: 'UX-6', was: 'The main button of pre-checkout was dead and did not say why.', rulings: ['DEC-171'] },
  { id: 'UX-7', was: 'One name stood for the number on the booking and for an internal one.', rulings: [] },
  { id: 'UX-8', was: 'Help was on one screen, and nothing said that what was typed is kept.', rulings: ['DEC-186', 'DEC-188'] },
  { id: 'UX-9', was: 'Going on without extras dropped what was added, without a question.', rulings: ['DEC-106'] },
  { id: 'UX-10', was: 'Of an upgrade the two prices were told and not the difference.', rulings: ['DEC-170'] },
  { id: 'UX-11', was: 'A line that was new had its tag struck through.', rulings: ['DEC-170'] },
  { id: 'UX-12', was: 'Prices were told twice where both amounts are the same.', rulings: ['DEC-170'] },
  { id: 'UX-13', was: 'The button that pays was narrow and named no amount.', rulings: ['DEC-170'] },
  { id: 'UX-14', was: 'At the bank about a deposit there was neither heading nor a way out.', rulings: ['DEC-172'] },
  { id: 'UX-15', was: 'The steps of pre-checkout were counted backwards.', rulings: ['DEC-173'] },
  { id: 'UX-16', was: 'Days were hard to type: a keyboard of letters between two of digits, no year of two digits.', rulings: ['DEC-178'] },
  { id: 'UX-17', was: 'Every page had the same title.', rulings: ['DEC-104'] },
  { id: 'UX-18', was: 'An address that names no screen showed the first one without a word.', rulings: ['DEC-187'] },
  { id: 'UX-19', was: 'Wide windows were used for a third of their width.', rulings: ['DEC-105', 'DEC-185'] },
  { id: 'UX-20', was: 'The expiry of a card was two fields, filled in by few browsers.', rulings: ['DEC-174'] },
  { id: 'UX-21', was: 'The digits of the code were of another face, its selection ran across the gaps.', rulings: [] },
  { id: 'UX-22', was: 'The word e-mail was broken at its hyphen; a button in a text began to the right of it.', rulings: [] },
  { id: 'UX-23', was: 'Words were unclear, of the wrong gender or of another country.', rulings: ['DEC-110'] },
  { id: 'UX-24', was: 'WebKit stretched the dialog of a date over the height of the window.', rulings: [] },
]

/** What was found wrong for renters when the product was walked through as they do. */
export const experience: Findings = {
  page: 'docs/experience-findings.md', prefix: 'UX', all: findings,
  intro: `# What renters stumbled over

Findings of walks through the product as renters go, and what holds each of them since`,
}
