import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'

/** Folder of what starts the artefacts on somebody's machines. */
export const deployFolder = join(projectRoot, 'deploy')

export const textOf = (...place: readonly string[]): string => readFileSync(join(deployFolder, ...place), 'utf8')
export const yamlOf = (...place: readonly string[]): unknown => parse(textOf(...place), { merge: true })

const Meta = z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).optional() })
/** Any object of Kubernetes. */
export const KubernetesObject = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: Meta })
export type KubernetesObject = z.infer<typeof KubernetesObject>

const Env = z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.looseObject({ secretKeyRef: z.object({ name: z.string(), key: z.string(), optional: z.boolean().optional() }).optional() }).optional() })
const Probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }) })
const Container = z.looseObject({
  name: z.string(), image: z.string(), args: z.array(z.string()), env: z.array(Env), ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  securityContext: z.looseObject({ readOnlyRootFilesystem: z.boolean(), allowPrivilegeEscalation: z.boolean() }), startupProbe: Probe.optional(), readinessProbe: Probe.optional(), livenessProbe: Probe.optional(),
})
/** What runs pods: a Deployment or a Job. */
export const Workload = KubernetesObject.extend({
  spec: z.looseObject({ template: z.looseObject({ spec: z.looseObject({ terminationGracePeriodSeconds: z.number().optional(), securityContext: z.looseObject({ runAsNonRoot: z.boolean() }), containers: z.array(Container).length(1) }) }) }),
})

const Kustomization = z.looseObject({ resources: z.array(z.string()).default([]) })

/** Objects of a folder with a kustomization, by `kubectl` where it is installed, which also applies images and patches; else put together from its resources. */
export function rendered(folder: string): readonly KubernetesObject[] {
  const byKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
  return byKubectl ? objectsOf(execFileSync('kubectl', ['kustomize', join(deployFolder, 'kubernetes', folder)], { encoding: 'utf8' })) : composed(join('kubernetes', folder))
}

function composed(folder: string): readonly KubernetesObject[] {
  return Kustomization.parse(yamlOf(folder, 'kustomization.yaml')).resources.flatMap((resource) => (resource.endsWith('.yaml') ? objectsOf(textOf(folder, resource)) : composed(join(folder, resource))))
}

const objectsOf = (text: string): readonly KubernetesObject[] => parseAllDocuments(text).map((document) => KubernetesObject.parse(document.toJS()))
