import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { readPackageFile } from './package-file.ts'

/** What a package is, which decides what it may import (docs/architecture.md, import matrix). */
export const Layer = z.enum(['shell', 'remote', 'contract', 'kit', 'tool', 'server', 'service', 'console', 'e2e'])
export type Layer = z.infer<typeof Layer>

/** The one answer to "who owns this?"; CODEOWNERS, the lint rules and the checks are made from it. */
export const Ownership = z.strictObject({
  teams: z.record(z.string(), z.email()),
  packages: z.array(z.strictObject({ path: z.string(), team: z.string(), layer: Layer })),
})
export type Ownership = z.infer<typeof Ownership>

export const projectRoot = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

export const readOwnership = (root = projectRoot): Ownership => Ownership.parse(JSON.parse(readFileSync(join(root, 'ownership.json'), 'utf8')))

/** The text of CODEOWNERS: the platform team for what nobody else owns, then one line per package. */
export function codeowners(ownership: Ownership): string {
  const address = (team: string): string => {
    const found = ownership.teams[team]
    if (found === undefined) throw new Error(`ownership.json names the team "${team}" without an address`)
    return found
  }
  const lines = [...ownership.packages].sort((a, b) => a.path.localeCompare(b.path)).map((each) => `/${each.path}/ ${address(each.team)}`)
  return ['# Made from ownership.json by `npm run check -- --write`. Do not edit.', `* ${address('platform')}`, ...lines, ''].join('\n')
}

/** Folders whose children are packages; the rest of the workspace is named one by one in pnpm-workspace.yaml. */
const parents = ['shared', join('shared', 'contracts'), 'services', join('services', 'sandboxes')]
const single = ['shell', 'e2e', 'bench', 'tools']

/** Every package folder of the workspace, relative to `root`, with `/`. */
export function workspacePackages(root: string): string[] {
  const children = parents.filter((parent) => existsSync(join(root, parent))).flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))
  const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'))
  return [...single, ...remotes, ...children].filter((path) => existsSync(join(root, path, 'package.json'))).map((path) => path.replaceAll('\\', '/')).sort()
}

/**
 * The folder of a package of the workspace, relative to `root`; undefined for a package of others. Packages are found by their name, because
 * the renter's contract keeps the name that published modules ask the shell for (`@checkin/api`).
 */
export const folderOfPackage = (root: string, name: string): string | undefined => workspacePackages(root).find((folder) => readPackageFile(join(root, folder)).name === name)
