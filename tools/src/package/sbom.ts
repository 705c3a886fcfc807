import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as CDX from '@cyclonedx/cyclonedx-library'
import { PackageURL } from 'packageurl-js'
import { parse } from 'yaml'
import * as z from 'zod'
import type { InstalledPackage } from './runtime-packages.ts'

const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ resolution: z.object({ integrity: z.string() }) })),
  snapshots: z.record(z.string(), z.object({ dependencies: z.record(z.string(), z.string()).optional(), optionalDependencies: z.record(z.string(), z.string()).optional() })),
})

/** What the lockfile says of every package, by `name@version`. */
export interface Locked {
  /** SHA-512 of its tarball, in hexadecimal; throws for a package that is not locked. */
  readonly sha512: (id: string) => string
  /** What it depends on, as `name@version`. */
  readonly dependencies: (id: string) => readonly string[]
}

/** `1.2.3(peer@1.0.0)`: what stands behind the version are the peers that it was installed with. */
const withoutPeers = (text: string): string => text.replace(/\(.*$/s, '')

/** Reads `pnpm-lock.yaml` of the project. */
export function readLockfile(root: string): Locked {
  const { packages, snapshots } = Lockfile.parse(parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')))
  const edges = new Map<string, Set<string>>()
  for (const [key, { dependencies = {}, optionalDependencies = {} }] of Object.entries(snapshots)) {
    const from = edges.get(withoutPeers(key)) ?? new Set()
    for (const [name, version] of [...Object.entries(dependencies), ...Object.entries(optionalDependencies)]) from.add(`${name}@${withoutPeers(version)}`)
    edges.set(withoutPeers(key), from)
  }
  return {
    sha512: (id) => {
      const integrity = packages[id]?.resolution.integrity
      if (integrity?.startsWith('sha512-') !== true) throw new Error(`${id} is in the artefact and not in pnpm-lock.yaml`)
      return Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
    },
    dependencies: (id) => [...edges.get(id) ?? []],
  }
}

/** What an artefact consists of. */
export interface Contents {
  readonly name: string
  readonly version: string
  /** Version of the Node that it is for. */
  readonly node: string
  readonly packages: readonly InstalledPackage[]
  readonly locked: Locked
}

/** The bill of materials of an artefact (CycloneDX 1.6, JSON), the same bytes for the same contents: it names no moment. Throws for a package that the lockfile does not have. */
export function billOfMaterials({ name, version, node, packages, locked }: Contents): string {
  const bom = new CDX.Models.Bom()
  const whole = new CDX.Models.Component(CDX.Enums.ComponentType.Application, `checkin-${name}`, { version, bomRef: `checkin-${name}@${version}` })
  bom.metadata.component = whole
  const components = new Map(packages.map((each) => [`${each.name}@${each.version}`, componentOf(each, locked)]))
  for (const [id, component] of components) {
    bom.components.add(component)
    for (const needed of locked.dependencies(id)) {
      const other = components.get(needed)
      if (other) component.dependencies.add(other.bomRef)
    }
    whole.dependencies.add(component.bomRef)
  }
  const runtime = new CDX.Models.Component(CDX.Enums.ComponentType.Platform, 'node', { version: node, bomRef: `node@${node}`, purl: new PackageURL('generic', undefined, 'node', node).toString() })
  bom.components.add(runtime)
  whole.dependencies.add(runtime.bomRef)
  return `${new CDX.Serialize.JsonSerializer(new CDX.Serialize.JSON.Normalize.Factory(CDX.Spec.Spec1dot6)).serialize(bom, { sortLists: true, space: 2 })}\n`
}

/** What names several licences is an SPDX expression; any other text is a licence's id or its own name. */
const licenses = new CDX.Contrib.License.Factories.LicenseFactory((text) => { if (!/ (OR|AND|WITH) /.test(text)) throw new RangeError('no expression') })

function componentOf({ name, version, license }: InstalledPackage, locked: Locked): CDX.Models.Component {
  const [group, plain] = name.startsWith('@') ? name.split('/') as [string, string] : [undefined, name] as const
  const id = `${name}@${version}`
  return new CDX.Models.Component(CDX.Enums.ComponentType.Library, plain, {
    ...(group !== undefined && { group }), version, bomRef: id, purl: new PackageURL('npm', group, plain, version).toString(),
    hashes: new CDX.Models.HashDictionary([[CDX.Enums.HashAlgorithm['SHA-512'], locked.sha512(id)]]),
    ...(license !== null && { licenses: new CDX.Models.LicenseRepository([licenses.makeFromString(license)]) }),
  })
}
