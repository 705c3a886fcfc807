import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments, parse } from 'yaml'
import * as z from 'zod'

const folder = join(projectRoot, 'deploy/prometheus')
const Example = z.object({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(z.object({ job_name: z.string(), static_configs: z.array(z.object({ targets: z.array(z.string().regex(/^[\w.-]+:\d+$/)).min(1) })) })),
})
const example = Example.parse(parse(readFileSync(join(folder, 'prometheus.yml'), 'utf8')))

/** The port at which the manifests of Kubernetes ask each process whether it is ready, which is the one that has its metrics. */
function probePorts(): ReadonlyMap<string, number> {
  const base = join(projectRoot, 'deploy/kubernetes/base')
  const Deployment = z.object({
    kind: z.literal('Deployment'), metadata: z.object({ name: z.string() }),
    spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(z.object({ ports: z.array(z.object({ name: z.string(), containerPort: z.number() })), readinessProbe: z.object({ httpGet: z.object({ port: z.union([z.string(), z.number()]) }) }) })) }) }) }),
  })
  return new Map(readdirSync(base).flatMap((name) => parseAllDocuments(readFileSync(join(base, name), 'utf8'))).flatMap((document) => {
    const { data } = Deployment.safeParse(document.toJS())
    return (data?.spec.template.spec.containers ?? []).map(({ ports, readinessProbe: { httpGet: { port } } }): [string, number] =>
      [data?.metadata.name ?? '', typeof port === 'number' ? port : ports.find(({ name }) => name === port)?.containerPort ?? 0])
  }))
}

describe('the example of what reads the metrics (DEC-317)', () => {
  it('names every process that an installation runs, with the port of its metrics', () => {
    const ports = new Map(example.scrape_configs.map(({ job_name: job, static_configs: [first] }) => [job, [...new Set(first?.targets.map((target) => Number(target.split(':')[1])))]]))
    const known = [...probePorts()]
    expect(known).toHaveLength(5)
    expect(Object.fromEntries(ports)).toEqual(Object.fromEntries(known.map(([name, port]) => [name.startsWith('checkin-') ? name : `checkin-${name}`, [port]])))
  })

  it('reads every file of alerts that there is', () => {
    expect([...example.rule_files].sort()).toEqual(readdirSync(folder).filter((name) => name.endsWith('-alerts.yml')).sort())
  })

  it('is one that Prometheus reads, where `promtool` is installed', () => {
    const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'config', join(folder, 'prometheus.yml')], { encoding: 'utf8' })
    if (error) process.stderr.write('promtool (Debian\'s package prometheus) is not installed: the example was not read\n')
    else expect(status, `${stdout}${stderr}`).toBe(0)
  })
})
