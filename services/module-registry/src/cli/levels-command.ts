import type * as z from 'zod'
import { getServiceLevels } from '../features/levels/levels.contract.ts'
import { minute } from './cli-text.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

type Levels = z.infer<(typeof getServiceLevels)['answer']>
type Times = Levels['resolve']

const verdict = (met: boolean | null): string => (met === null ? 'nothing counted' : met ? 'met' : 'NOT MET')
/** Never rounded up to a whole that it is not. */
const percent = (share: number | null): string => (share === null ? '-' : `${(Math.floor(share * 10_000 + 1e-6) / 100).toFixed(2)} %`)
const atMost = (bound: number | null, { count }: Times, bounds: readonly number[]): string => (count === 0 ? '-' : bound === null ? `> ${bounds.at(-1)} ms` : `<= ${bound} ms`)

/** `rollout levels`: what the site servers promise, what they keep, and how the last hours went. */
export async function levelsCommand(client: RegistryClient, minutes: number | undefined): Promise<string> {
  const { availability, resolve, propagation, targets, bounds, course } = await client.call(getServiceLevels, { as: 'viewer', query: minutes === undefined ? {} : { minutes: String(minutes) } })
  const time = (name: string, times: Times, target: number, of: readonly number[]): string[] =>
    [name, atMost(times.p50, times, of), atMost(times.p99, times, of), `99 % within ${target} ms`, verdict(times.met), String(times.count)]
  return [
    table(['level', 'half', '99 %', 'target', 'verdict', 'counted'], [
      ['pages answered', '-', percent(availability.share), `${targets.availability * 100} % good`, verdict(availability.met), String(availability.good + availability.failed)],
      time('choosing a set', resolve, targets.resolve, bounds.resolve), time('change in use', propagation, targets.propagation, bounds.propagation),
    ]),
    table(['from', 'pages', 'good', 'choosing 99 %', 'changes', 'in use 99 %'], course.map((part) => [
      minute(part.from), String(part.availability.good + part.availability.failed), percent(part.availability.share), atMost(part.resolve.p99, part.resolve, bounds.resolve),
      String(part.propagation.count), atMost(part.propagation.p99, part.propagation, bounds.propagation),
    ])),
  ].join('\n\n')
}
