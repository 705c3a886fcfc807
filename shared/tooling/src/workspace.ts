import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders whose children are packages; the rest of the workspace is named one by one in pnpm-workspace.yaml. */
const parents = ['shared', 'services', join('services', 'sandboxes')]
const single = ['shell', 'e2e', 'bench', 'tools']

/** Every package folder of the workspace, relative to `root`, with `/`. */
export function workspacePackages(root: string): string[] {
  const children = parents.filter((parent) => existsSync(join(root, parent))).flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))
  const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'))
  return [...single, ...remotes, ...children].filter((path) => existsSync(join(root, path, 'package.json'))).map((path) => path.replaceAll('\\', '/')).sort()
}
