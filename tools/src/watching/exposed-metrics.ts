import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'

/** Labels of every metric that a service declares, by its name; read from the declarations, wherever they are. */
export function exposedMetrics(): ReadonlyMap<string, ReadonlySet<string>> {
  const exposed = new Map<string, ReadonlySet<string>>()
  for (const folder of ['services', 'shared/server/src']) {
    for (const file of readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('node_modules')) continue
      const source = readFileSync(join(projectRoot, folder, file), 'utf8')
      if (!source.includes('\'prom-client\'')) continue
      for (const [, name = '', declared = ''] of source.matchAll(/(?:name: |counter\()'((?:checkin|http)_\w+)',([^]*?)(?:registers:|\]\))/g)) {
        const labels = /\[([^\]]*)/.exec(declared.includes('labelNames') ? declared.slice(declared.indexOf('labelNames')) : declared)?.[1] ?? ''
        exposed.set(name, new Set(['service', ...[...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label)]))
      }
    }
  }
  return exposed
}

/** What a PromQL expression asks for: names of metrics without the ends that histograms have, with the labels it picks or sums by. */
export function askedFor(expression: string): { readonly metrics: readonly string[]; readonly labels: readonly string[] } {
  const metrics = [...expression.matchAll(/\b((?:checkin|http|nodejs|process)_\w+|up)\b/g)].map(([, name = '']) => name.replace(/(?<=_seconds)_(?:bucket|count|sum)$/, ''))
  const picked = [...expression.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label)
  const by = [...expression.matchAll(/\b(?:by|without|on) ?\(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim()))
  return { metrics, labels: [...picked, ...by] }
}

/** Labels that Prometheus itself adds: `le` to histograms, the others to what it reads from. */
export const ownLabels: ReadonlySet<string> = new Set(['le', 'job', 'instance'])
