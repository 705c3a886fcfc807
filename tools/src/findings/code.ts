import type { Finding, Findings } from './findings-page.ts'

const findings: readonly Finding[] = [
  { id: 'CODE-1', was: 'Reports of the wallet\'s return screens were dropped, because two patterns of a step\'s name differed; a release that broke there was never rolled back.', now: 'one schema of a report, and every screen\'s name is sent through.', rulings: ['0112-one-form-of-a-report'] },
  { id: 'CODE-2', was: 'Services had three ways to declare a call, and readers of the registry wrote its answers down a second time.', now: 'one declaration gives server, client and description; a renamed field breaks the build of console, demo and release matrix test.', rulings: ['0265-a-renamed-contract-is-compiled-with-its-readers'] },
  { id: 'CODE-3', was: 'A new screen meant edits at nine places of the platform.', now: 'its module alone declares it.', rulings: [] },
  { id: 'CODE-4', was: 'One module read whether a line is new out of another one\'s sentence.', now: 'quantity and amount go along, and one kit draws them for both overviews.', rulings: [] },
  { id: 'CODE-5', was: 'Comments named requirements that nobody could look up.', now: 'the specification is in docs/spec, and an id that leads nowhere is refused.', rulings: [] },
  { id: 'CODE-6', was: 'The table that decides the next screen took any text for an event.', now: 'a renamed event breaks the build of the contract\'s index, the table and the module.', rulings: ['0265-a-renamed-contract-is-compiled-with-its-readers'] },
  { id: 'CODE-7', was: 'Timers, failures, saved cards, polling, the rules of a driver and small helpers were written two to ten times.', now: 'each has one home: @checkin/async, card-payment, rental-summary, driver-rules, http and the kit of the sandboxes.', rulings: ['DEC-343'] },
  { id: 'CODE-8', was: 'The site guessed from the names of JSON fields whether a payment is under way.', now: 'the API says so in a header.', rulings: [] },
  { id: 'CODE-9', was: 'Three calls in a row were a net of fourteen samples.', now: 'one effect that awaits them.', rulings: [] },
  { id: 'CODE-10', was: 'Parts of a module and of the reservation API imported each other upwards.', now: 'layers are a table, and lint refuses what goes up.', rulings: [] },
  { id: 'CODE-11', was: 'An amount and a rate were both plain numbers, of hundredths only.', now: 'each is a type of its own, and a currency has its own number of places.', rulings: [] },
  { id: 'CODE-12', was: 'Triggers kept what nobody may change, and a database\'s migrations had no single order.', rulings: ['0129-rights-and-one-order-of-migrations'] },
  { id: 'CODE-13', was: 'Records of decisions had three forms, and subjects of commits ran on.', now: 'both are checked; subjects of long ago stay as they are.', rulings: ['0265-a-renamed-contract-is-compiled-with-its-readers'] },
  { id: 'CODE-14', was: 'Things had names of our own where the field has one.', now: 'docs/glossary.md lists what is not said, and names are held to it.', rulings: [] },
]

/** What a reading of the whole code found. */
export const code: Findings = {
  page: 'docs/code-findings.md', prefix: 'CODE', all: findings,
  intro: `# What a reading of the code found

Findings of a reading of all code, and what holds each of them since`,
}
