import * as z from 'zod'
import { type Comparison, freshComparison } from './canary-comparison.ts'
import { freshJourneys } from './journey-comparison.ts'

/** Samples as they are stored. */
export const Count = z.object({ sessions: z.number(), bad: z.number() })
const StoredTest = z.object({ canary: Count, baseline: Count, pending: z.object({ canary: Count, baseline: Count }), evidence: z.array(z.number()) })

const StoredScreens = z.array(z.object({ step: z.string(), test: StoredTest }))

const StoredJourneys = z.object({ slow: z.array(z.object({ step: z.string(), tests: z.array(StoredTest) })), completion: StoredTest, sales: z.array(StoredTest) })

/** What a row of `verdict` has of a comparison. */
interface StoredComparison {
  readonly state: unknown
  readonly undiscounted: unknown
  readonly screens: unknown
  readonly journeys: unknown
}

/** A comparison as it is stored; one of an earlier registry has no journeys, and nothing that was not discounted. */
export const storedComparison = ({ state, undiscounted, screens, journeys }: StoredComparison): Comparison =>
  ({ sessions: StoredTest.parse(state), undiscounted: undiscounted === null ? freshComparison.undiscounted : StoredTest.parse(undiscounted), screens: StoredScreens.parse(screens), journeys: journeys === null ? freshJourneys : StoredJourneys.parse(journeys) })
