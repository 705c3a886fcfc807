import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { alertSeries } from './alert-series.fixture.ts'
import { askedFor, exposedMetrics, ownLabels } from './exposed-metrics.ts'

const file = join(projectRoot, 'deploy/prometheus/service-alerts.yml')
const Alert = z.strictObject({
  alert: z.string(), expr: z.string(), for: z.string().optional(), labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string().min(10), description: z.string().min(20), runbook: z.string() }),
})
const { groups } = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Alert) })) }).parse(parse(readFileSync(file, 'utf8')))
const alerts = groups.flatMap(({ rules }) => rules)
const exposed = exposedMetrics()
const headingsOf = (page: string): string[] => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-'))

describe('the alerts of service levels and payments (DEC-306)', () => {
  it.each(alerts)('$alert asks for what a service exposes', ({ expr }) => {
    const { metrics, labels } = askedFor(expr)
    expect(metrics.length).toBeGreaterThan(0)
    const known = new Set(ownLabels)
    for (const metric of metrics.filter((name) => name !== 'up')) {
      expect([...exposed.keys()]).toContain(metric)
      for (const label of exposed.get(metric) ?? []) known.add(label)
    }
    for (const label of labels) expect([...known]).toContain(label)
  })

  it.each(alerts)('$alert leads to a part of a runbook that is there', ({ annotations }) => {
    const [path = '', heading] = annotations.runbook.split('#')
    expect(existsSync(join(projectRoot, path)), path).toBe(true)
    expect(headingsOf(readFileSync(join(projectRoot, path), 'utf8'))).toContain(heading)
  })

  it('each have another name, a course that rings and one that does not', () => {
    expect(alerts.map(({ alert }) => alert)).toEqual(Object.keys(alertSeries))
  })

  it('ring and stay silent as Prometheus itself reads them, where `promtool` is installed', () => {
    if (spawnSync('promtool', ['--version']).error) {
      process.stderr.write('promtool (Debian\'s package prometheus) is not installed: the alerts were not run\n')
      return
    }
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
    const course = (name: string, series: readonly (readonly [string, string])[], rung: readonly object[]) =>
      ({ interval: '1m', input_series: series.map(([one, values]) => ({ series: one, values })), alert_rule_test: [{ eval_time: '7h', alertname: name, exp_alerts: rung }] })
    const tests = alerts.flatMap(({ alert, labels, annotations }) => {
      const known = alertSeries[alert]
      if (!known) throw new Error(`no course of ${alert}`)
      return [course(alert, known.rings, [{ exp_labels: { ...known.labels, ...labels }, exp_annotations: annotations }]), course(alert, known.silent, [])]
    })
    try {
      writeFileSync(join(folder, 'test.yml'), JSON.stringify({ rule_files: [file], evaluation_interval: '5m', tests }))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(folder, 'test.yml')], { encoding: 'utf8' })
      expect(status, `${stdout}${stderr}`).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
