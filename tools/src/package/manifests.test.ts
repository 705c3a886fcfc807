import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { artefacts } from './artefacts.ts'
import { type KubernetesObject, rendered, textOf, Workload, yamlOf } from './manifests.fixture.ts'
import { askServices, settingsTable, tableMarks, type Description } from './settings-table.ts'

let described: ReadonlyMap<string, Description>
beforeAll(async () => { described = await askServices(projectRoot) })

const settingsOf = (artefact: string) => described.get(artefact)?.settings ?? []
/** What a command does not start without. Migrating needs the database alone. */
const needs = (artefact: string, command: string): readonly string[] =>
  (command === 'migrate' ? ['DATABASE_URL'] : settingsOf(artefact).filter(({ isNeeded }) => isNeeded).map(({ name }) => name))
const isConfidential = (artefact: string, name: string): boolean =>
  ['DATABASE_URL', 'CHECKIN_REGISTRY_KEY'].includes(name) || settingsOf(artefact).some((setting) => setting.name === name && setting.isSecret)

it('every command of the artefacts is one that its service has', () => {
  expect(artefacts.map(({ name, commands }) => [name, commands])).toEqual([...described].map(([name, { commands }]) => [name, commands]))
})

describe('the settings', () => {
  const page = (name: string): string => readFileSync(join(projectRoot, 'docs', name), 'utf8')

  it('stand in docs/installation.md as the services declare them', () => {
    const [, after = ''] = page('installation.md').split(tableMarks[0])
    expect(after.split(tableMarks[1])[0]?.trim()).toBe(settingsTable(described))
  })

  it('are each explained in docs/operations.md', () => {
    const explained = page('operations.md')
    const names = [...described.values()].flatMap(({ settings }) => settings.map(({ name }) => name))
    expect([...new Set(names)].filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
  })
})

const models: Readonly<Record<string, new (data: never) => { validate: () => void }>> = { Deployment, Job, Service, ConfigMap, PersistentVolumeClaim, PodDisruptionBudget, HorizontalPodAutoscaler, Ingress }

describe.each(['overlays/production', 'overlays/trial'])('on Kubernetes, %s (REL-8, REL-20, ECO-8)', (folder) => {
  let objects: readonly KubernetesObject[]
  let workloads: readonly z.infer<typeof Workload>[]
  beforeAll(() => {
    objects = rendered(folder)
    workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job').map((each) => Workload.parse(each))
  })
  const containerOf = (workload: z.infer<typeof Workload>) => {
    const [container] = workload.spec.template.spec.containers
    if (!container) throw new Error('A pod without a container')
    const artefact = /checkin-([a-z]+)(:|$)/.exec(container.image)?.[1] ?? ''
    return { container, artefact, command: container.args[0] ?? '' }
  }

  it('every object is as its schema says', () => {
    expect(objects.length).toBeGreaterThan(15)
    for (const each of objects) {
      const Model = models[each.kind]
      if (!Model) throw new Error(`${each.kind} has no schema here`)
      expect(() => { new Model(each as never).validate() }, `${each.kind} ${each.metadata.name}`).not.toThrow()
    }
  })

  it('every command of every artefact runs, with all that it needs and nothing that it does not read', () => {
    expect(workloads.map((each) => `${containerOf(each).artefact} ${containerOf(each).command}`).sort()).toEqual(artefacts.flatMap(({ name, commands }) => commands.map((command) => `${name} ${command}`)).sort())
    for (const { container, artefact, command } of workloads.map(containerOf)) {
      const given = container.env.map(({ name }) => name)
      expect(needs(artefact, command).filter((name) => !given.includes(name)), `${command} lacks`).toEqual([])
      expect(given.filter((name) => !settingsOf(artefact).some((setting) => setting.name === name)), `${command} does not read`).toEqual([])
    }
  })

  it('no secret stands in a manifest: each is a reference to the installation\'s own', () => {
    expect(objects.some(({ kind }) => kind === 'Secret')).toBe(false)
    for (const { container, artefact } of workloads.map(containerOf)) {
      for (const { name, valueFrom } of container.env.filter((each) => isConfidential(artefact, each.name))) expect(valueFrom?.secretKeyRef?.name, name).toBe('checkin-secrets')
    }
  })

  it('probes reach the pod, a pod that stops is let finish, and is moved with others in its place', () => {
    for (const workload of workloads.filter(({ kind }) => kind === 'Deployment')) {
      const { container } = containerOf(workload)
      expect(container.readinessProbe?.httpGet.path).toBe('/readyz')
      expect(container.ports.map(({ name }) => name)).toContain(container.readinessProbe?.httpGet.port)
      // A pod is moved when it is not ready; it is ended when it does not live. What only waits for its database is not ended.
      for (const probe of [container.startupProbe, container.livenessProbe]) expect(probe?.httpGet, workload.metadata.name).toEqual({ path: '/healthz', port: container.readinessProbe?.httpGet.port })
      expect(container.env.filter(({ name }) => name.endsWith('_HOST')).map(({ value }) => value).every((host) => host === '0.0.0.0')).toBe(true)
      const unready = Number(container.env.find(({ name }) => name === 'CHECKIN_UNREADY_SECONDS')?.value ?? 0)
      expect(workload.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(unready + 10 + 10)
      expect(objects.filter(({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === workload.metadata.name)).toHaveLength(1)
    }
    expect(objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name).sort()).toEqual(['checkin-api', 'checkin-site'])
  })

  it('nothing runs as root or writes to its image', () => {
    for (const workload of workloads) {
      expect(workload.spec.template.spec.securityContext.runAsNonRoot).toBe(true)
      expect(containerOf(workload).container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    }
  })
})

it('compose starts every command with all that it needs, and takes each secret from outside', () => {
  const Compose = z.looseObject({ services: z.record(z.string(), z.looseObject({ image: z.string(), command: z.array(z.string()), read_only: z.literal(true), environment: z.record(z.string(), z.union([z.string(), z.number()])) })) })
  const services = Object.values(Compose.parse(yamlOf('compose.yaml')).services)
  const commands = services.map(({ image, command, environment }) => ({ artefact: /^checkin-([a-z]+):/.exec(image)?.[1] ?? '', command: command[0] ?? '', environment }))
  expect(commands.map(({ artefact, command }) => `${artefact} ${command}`).sort()).toEqual(artefacts.flatMap(({ name, commands: each }) => each.map((command) => `${name} ${command}`)).sort())
  for (const { artefact, command, environment } of commands) {
    expect(needs(artefact, command).filter((name) => !(name in environment)), `${command} lacks`).toEqual([])
    for (const [name, value] of Object.entries(environment)) {
      expect(settingsOf(artefact).map((setting) => setting.name), command).toContain(name)
      if (isConfidential(artefact, name)) expect(value, name).toMatch(new RegExp(`^\\$\\{${name}:[?-]\\}$`))
    }
  }
})

it('compose asks each service that goes on for its own health, and none that ends (REL-8)', () => {
  const Compose = z.looseObject({ services: z.record(z.string(), z.looseObject({ image: z.string(), command: z.array(z.string()), healthcheck: z.union([z.strictObject({ disable: z.literal(true) }), z.looseObject({ test: z.array(z.string()) })]).optional() })) })
  for (const [name, { image, command: [command], healthcheck }] of Object.entries(Compose.parse(yamlOf('compose.yaml')).services)) {
    const asked = healthcheck && 'test' in healthcheck ? healthcheck.test.slice(3) : null
    // Without a name it is the artefact's first command.
    const artefact = artefacts.find((each) => image.startsWith(`checkin-${each.name}:`))
    expect(asked && (asked[1] ?? artefact?.commands[0]), name).toBe(command === 'migrate' ? null : command)
    if (asked) expect(asked[0]).toBe('health')
  }
})

it('an image asks for its health as compose does, with the program that it starts (REL-8)', () => {
  const { 'x-service': { healthcheck: { test: [, ...asked] } } } = z.looseObject({ 'x-service': z.looseObject({ healthcheck: z.looseObject({ test: z.array(z.string()) }) }) }).parse(yamlOf('compose.yaml'))
  const commandOf = (instruction: string): unknown => JSON.parse(new RegExp(`^${instruction}[^\\[\\n]*(\\[.*\\])$`, 'm').exec(textOf('Containerfile'))?.[1] ?? 'null')
  expect(commandOf('HEALTHCHECK')).toEqual(asked)
  expect(commandOf('ENTRYPOINT')).toEqual(asked.slice(0, 2))
})

it('there is a unit of systemd for every command', () => {
  for (const { name, commands } of artefacts) {
    for (const command of commands.filter((each) => each !== 'migrate')) expect(textOf('systemd', `checkin-${command}.service`)).toContain(`\nExecStart=/opt/checkin/${name}/bin/checkin ${command}\n`)
  }
  expect(textOf('systemd', 'checkin-migrate@.service')).toContain('\nExecStart=/opt/checkin/%i/bin/checkin migrate\n')
})

it('a command by hand has the user, settings and folders of its artefact\'s units', () => {
  const byHand = textOf('systemd', 'checkin-as').replaceAll('"', '')
  for (const { name, commands } of artefacts) {
    for (const command of commands.filter((each) => each !== 'migrate')) {
      const unit = textOf('systemd', `checkin-${command}.service`)
      const properties = [...unit.matchAll(/^((?:User|Group|UMask|EnvironmentFile)=.*)$/gm)].map(([, property = '']) => `--property=${property}`)
      const variables = (/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').split(' ').map((variable) => `--setenv=${variable}`)
      expect(properties.length).toBeGreaterThan(4)
      for (const each of [...properties, ...variables]) expect(byHand).toContain(` ${each.replace(`/${name}`, '/$artefact')} `)
    }
  }
})
