import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { askedFor, exposedMetrics, ownLabels } from './exposed-metrics.ts'

const folder = join(projectRoot, 'deploy/grafana')
const Panel = z.object({
  title: z.string().min(3), fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
  targets: z.array(z.object({ expr: z.string() })).min(1),
})
const Dashboard = z.object({ uid: z.string(), title: z.string(), panels: z.array(Panel).min(1) })
const dashboards = readdirSync(folder).map((name) => ({ name, ...Dashboard.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))) }))
const exposed = exposedMetrics()

describe('the dashboards (DEC-306)', () => {
  it('have an id of their own, which is their file\'s name', () => {
    expect(dashboards.map(({ uid }) => `${uid}.json`)).toEqual(dashboards.map(({ name }) => name))
  })

  it.each(dashboards.flatMap(({ name, panels }) => panels.map((panel) => ({ name, ...panel }))))('$name: "$title" asks for what a service exposes', ({ targets }) => {
    for (const { metrics, labels } of targets.map(({ expr }) => askedFor(expr))) {
      expect(metrics.length).toBeGreaterThan(0)
      const own = metrics.filter((name) => /^(?:checkin|http)_/.test(name))
      for (const metric of own) expect([...exposed.keys()]).toContain(metric)
      const known = [...ownLabels, 'service', ...own.flatMap((metric) => [...exposed.get(metric) ?? []])]
      for (const label of labels) expect(known).toContain(label)
    }
  })
})
