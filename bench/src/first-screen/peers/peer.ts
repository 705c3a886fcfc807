import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from '@rspack/core'
import { projectRoot } from '@checkin/tooling/ownership'
import { runNode } from '@checkin/tools/shell-command'
import { packageOf, shareKeys } from '@checkin/tooling/share-keys'
import type { Site } from '../server.ts'
import { common, sourceOf } from '../variants.ts'

/** Where a peer builds, and with which version of the first screen's module. */
export interface Workplace {
  /** A folder of its own. */
  readonly folder: string
  /** Its packages, fetched when they are asked for and not before: nothing of the product needs them. */
  readonly installed: string
}

/** A page of a peer: what its head and body carry beside what every page of the comparison has. */
export interface PeerPage {
  readonly head: string
  readonly body: string
}

/** Another way to host the product's modules, set up as its own documentation has it. */
export interface Peer {
  readonly title: string
  /** Its packages and their exact versions. */
  readonly libraries: Readonly<Record<string, string>>
  /** Builds the host and every module. */
  readonly build: (place: Workplace) => Promise<Site>
  /** Builds one module in a version, below an address that names it. */
  readonly buildModule: (place: Workplace, module: string, version: string) => Promise<Site>
  /** Files that name the versions of modules, if the page does not. */
  readonly files?: (versions: Readonly<Record<string, string>>) => Promise<Site>
  /** The page that loads modules in these versions. */
  readonly page: (versions: Readonly<Record<string, string>>, site: Site) => PeerPage
}

/** The version that every module has before one of them is published anew. */
export const firstVersion = '1.0.0'

/**
 * What peers share: the product's shared packages, with the two keys that only the shell has there, because here the shell takes them from the same place,
 * and the part of React that modules need which mount themselves.
 */
export const peerKeys: readonly string[] = [...shareKeys(), '@checkin/flow/publish/shell', 'react-dom/client']

/** The shared key that an import means, asked from within a package that may be one of the shared itself; undefined where it means none. */
export function sharedKey(request: string, own?: string): string | undefined {
  // The bindings for React name effector's file and not the package: a second effector would be a second state.
  const key = request === 'effector/effector.mjs' ? 'effector' : request
  return peerKeys.includes(key) && packageOf(key) !== own ? key : undefined
}

export const addressOf = (module: string, version: string): string => `/${module}/${version}`

/** Whether a module's build has a stylesheet. */
export const hasStyles = (module: string): boolean => globSync('src/**/*.css', { cwd: join(projectRoot, module) }).length > 0

/** Every shared key as a namespace of a program, `shared0` and so on, and the object that holds them by key. */
export const sharedNamespaces = `${peerKeys.map((key, index) => `import * as shared${index} from '${key}'`).join('\n')}
const sharedByKey = { ${peerKeys.map((key, index) => `'${key}': shared${index}`).join(', ')} }`

/** Fetches a peer's packages into a folder of its own. */
export async function fetchLibraries(folder: string, libraries: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: libraries }))
  const code = await runNode(folder, [join(projectRoot, 'tools/toolchain/node_modules/pnpm/bin/pnpm.mjs'), 'install', '--ignore-workspace', '--ignore-scripts', '--silent'], {})
  if (code !== 0) throw new Error(`the packages could not be fetched: ${Object.keys(libraries).join(', ')}`)
  return join(folder, 'node_modules')
}

/** Writes a program of a peer's and says where it lies. */
export async function writeEntry({ folder }: Workplace, name: string, text: string): Promise<string> {
  await mkdir(join(folder, 'entries'), { recursive: true })
  const file = join(folder, 'entries', `${name.replace(/\W/g, '_')}.tsx`)
  await writeFile(file, text)
  return file
}

interface Built {
  readonly dir: string
  readonly name: string
  readonly outDir: string
  /** Address below which the files are served. */
  readonly address: string
  readonly version?: string
}

/** The configuration of all of a peer's builds by rspack; its own packages are found where they were fetched. */
export function peerConfig({ installed }: Workplace, { dir, name, outDir, address, version }: Built): Configuration {
  const base = common(dir, name, outDir, version)
  return {
    ...base,
    output: { ...base.output, publicPath: `${address}/`, ...(version !== undefined && { uniqueName: `${name}_${version}`.replace(/\W/g, '_') }) },
    resolve: { ...base.resolve, modules: ['node_modules', join(dir, 'node_modules'), join(projectRoot, 'shell/node_modules'), installed] },
  }
}

/** A module that mounts its own steps: one root for each element, as lifecycles have it. `remote` is what the shell knows of it. */
export const mountingModule = (module: string, lifecycles: string): string => `
import { Provider } from 'effector-react'
import { Suspense } from 'react'
import { remote } from ${sourceOf(`${module}/src/remote.ts`)}
const Step = ({ step, scope }) => {
  const View = remote.steps.find(({ name }) => name === step).View
  return <Provider value={scope}><Suspense fallback={null}><View /></Suspense></Provider>
}
${lifecycles}
`

/** Makes steps of a module that mounts them itself: \`mount\` gets an element, a step and the page's scope, and answers with the way to unmount. */
export const mountedSteps = `
import { useProvidedScope } from 'effector-react'
import { createElement, useLayoutEffect, useRef } from 'react'
const Place = ({ mount, step }) => {
  const place = useRef(null)
  const scope = useProvidedScope()
  useLayoutEffect(() => mount(place.current, { step, scope }), [])
  return createElement('div', { ref: place })
}
const mounted = (remote, mount) => ({ ...remote, steps: remote.steps.map((step) => ({ ...step, View: () => createElement(Place, { mount, step: step.name }) })) })
`
