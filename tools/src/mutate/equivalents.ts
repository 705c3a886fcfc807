import type { Equivalent } from './report.ts'

/** Changes that no test can notice, each with the reason; they are listed in docs/spec/mutation.md. */
export const equivalents: readonly Equivalent[] = [
  { file: 'checkin/policy.ts', before: '[]', after: '["Stryker was here"]', reason: 'No step of that name can be off.' },
  { file: 'checkin/policy.ts', before: "''", after: '"Stryker was here!"', reason: 'A path without a field belongs to the first screen either way.' },
  { file: 'pricing/money.ts', before: 'product < 0n', after: 'product <= 0n', reason: 'The sign of nothing is nothing.' },
  { file: 'pricing/money.ts', before: 'divisor < 0n', after: 'divisor <= 0n', reason: 'Dividing by nothing throws either way.' },
  { file: 'pricing/money.ts', before: 'value < 0n', after: 'value <= 0n', reason: 'Nothing without its sign is nothing.' },
  { file: 'pricing/money.ts', before: 'value < 0n', after: 'value >= 0n', reason: 'Dividend and divisor both change their sign: the quotient stays.' },
  { file: 'pricing/money.ts', before: "''", after: '"Stryker was here!"', reason: 'A text that was split has a first part always.' },
  { file: 'driver-rules/src/mobile-number.ts', before: "''", after: '"Stryker was here!"', reason: 'Only digits of it are kept, and it has none.' },
  { file: 'driver-rules/src/same-driver.ts', before: "(number ?? '').toUpperCase()", after: "(number ?? '').toLowerCase()", reason: 'Both sides of the comparison are made the same way.' },
  { file: 'driver-rules/src/same-driver.ts', before: "name.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase()", after: "name.normalize('NFD').replace(/\\p{M}/gu, '').toUpperCase()", reason: 'Both sides of the comparison are made the same way.' },
  { file: 'driver-rules/src/images.ts', before: 'width <= maxWidth', after: 'width < maxWidth', reason: 'A picture of exactly that width is scaled by one.' },
  { file: 'flow/next-step.ts', before: "'none'", after: '""', reason: 'Only a failed reload is told from the others.' },
  { file: 'flow/next-step.ts', before: 'row.change?.flow ?? facts.flow', after: 'row.change?.flow && facts.flow', reason: 'No target depends on the flow, only on the mode.' },
  { file: 'flow/transitions.ts', before: "'upselling'", after: '""', reason: 'After a step that is none of the optional ones comes the last of them, as after this one.' },
  { file: 'identity/second-proof.ts', before: "text.normalize('NFKC').replace(/[^\\p{L}\\p{N}]/gu, '').toUpperCase()", after: "text.normalize('NFKC').replace(/[^\\p{L}\\p{N}]/gu, '').toLowerCase()", reason: 'Both sides of the comparison are made the same way.' },
  { file: 'identity/second-proof.ts', before: 'wanted.length === proofLength', after: 'true', reason: 'What a number ends with has that length: nothing else equals it.' },
  { file: 'payments/order-rules.ts', before: 'card?.referenceToken', after: 'card.referenceToken', reason: 'Cards are the same only where there is one.' },
  { file: 'checkin/proceeding.ts', before: 'driver?.number ?? 0', after: 'driver?.number && 0', reason: 'The number tells two drivers apart, and here nobody is compared.' },
  { file: 'checkin/proceeding.ts', before: "role === 'main'", after: 'true', reason: 'Whose e-mail address it is, is asked of main drivers only.' },
  { file: 'drivers/driver-problems.ts', before: 'countryId === null', after: 'false', reason: 'No country has no code, which ends the same way.' },
  { file: 'drivers/driver-problems.ts', before: "''", after: '"Stryker was here!"', reason: 'It is no country, and has no digits: the same as nothing.' },
  { file: 'drivers/driver-problems.ts', before: "'second'", after: '""', reason: 'Whatever is not the first licence is the second.' },
  { file: 'drivers/driver-problems.ts', before: '[]', after: '["Stryker was here"]', reason: 'Fields without a problem are left out before already.' },
]
