/** A part of the product whose rules decide over money, access or data, and the tests that have to notice each change of it. */
export interface Area {
  readonly name: string
  /** The package that it belongs to, from the root: what is copied for the run. */
  readonly packagePath: string
  /** Sources that are changed, from the root. */
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  /** Whether the tests start PostgreSQL, which makes each mutant slower. */
  readonly needsDatabase?: boolean
}

const api = 'services/reservation-api'

/** What `npm run mutate` goes through, one after the other. */
export const areas: readonly Area[] = [
  {
    name: 'pricing', packagePath: api,
    sources: ['line', 'listing-order', 'money', 'totals'].map((name) => `${api}/src/pricing/${name}.ts`),
    tests: ['money', 'totals', 'worked-examples'].map((name) => `${api}/src/pricing/${name}.test.ts`),
  },
  {
    name: 'payment-moves', packagePath: api,
    sources: [`${api}/src/payments/payment-state.ts`, `${api}/src/payments/next-step.ts`],
    tests: [`${api}/src/payments/payment-state.test.ts`, `${api}/src/payments/next-step.test.ts`],
  },
  {
    name: 'desk-orders', packagePath: api,
    sources: [`${api}/src/payments/order-rules.ts`], tests: [`${api}/src/payments/order-rules.test.ts`],
  },
  {
    name: 'policy', packagePath: api,
    sources: [`${api}/src/checkin/policy.ts`], tests: [`${api}/src/checkin/policy.test.ts`],
  },
  {
    name: 'driver-problems', packagePath: api,
    sources: [`${api}/src/drivers/driver-problems.ts`], tests: [`${api}/src/drivers/driver-problems.test.ts`],
  },
  {
    name: 'driver-rules', packagePath: 'shared/driver-rules',
    sources: ['age', 'driver-fields', 'field-rules', 'images', 'mobile-number', 'plain-date', 'same-driver'].map((name) => `shared/driver-rules/src/${name}.ts`),
    tests: ['age', 'driver-fields', 'rules'].map((name) => `shared/driver-rules/src/${name}.test.ts`),
  },
  {
    name: 'settle', packagePath: api, needsDatabase: true,
    sources: [`${api}/src/payments/settle.ts`], tests: [`${api}/src/payments/settle.test.ts`],
  },
  {
    name: 'second-proof', packagePath: api,
    sources: [`${api}/src/identity/second-proof.ts`], tests: [`${api}/src/identity/second-proof-ends.test.ts`],
  },
  {
    name: 'proceeding', packagePath: api, needsDatabase: true,
    sources: [`${api}/src/checkin/proceeding.ts`], tests: [`${api}/src/checkin/proceeding-facts.test.ts`],
  },
  {
    name: 'flow', packagePath: 'shell',
    sources: ['missing-data', 'next-step'].map((name) => `shell/src/flow/${name}.ts`),
    tests: ['missing-data', 'next-step'].map((name) => `shell/src/flow/${name}.test.ts`),
  },
  {
    name: 'flow-table', packagePath: 'shell',
    sources: ['shell/src/flow/transitions.ts'], tests: ['next-step', 'offers-on-one-page', 'row-effects'].map((name) => `shell/src/flow/${name}.test.ts`),
  },
]

/** The area of a name; throws for an unknown one. */
export function areaOf(name: string | undefined): Area {
  const area = areas.find((each) => each.name === name)
  if (!area) throw new Error(`There is no area "${name ?? ''}". Areas: ${areas.map((each) => each.name).join(', ')}`)
  return area
}
