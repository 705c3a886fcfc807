import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@checkin/tooling/ownership'
import { libraries } from './libraries.ts'

const run = promisify(execFile)

/** How a program ended. */
export interface Ended {
  readonly code: number
  readonly text: string
}

/** Runs a program in a folder. Nothing of this tree's environment that npm set reaches it. */
export async function runIn(folder: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^VITEST|^NODE_ENV$/.test(name)))
  return run(command, [...args], { cwd: folder, env: { ...own, ...env }, maxBuffer: 50_000_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: unknown) => {
      const { code = 1, stdout = '', stderr = '', message } = error as Error & { readonly code?: number; readonly stdout?: string; readonly stderr?: string }
      return { code, text: `${stdout}${stderr}${message}` }
    },
  )
}

interface Installed {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Puts what packed packages need beside them as it is installed in this tree, in the place of an installation from a registry. */
export function linkOthers(modules: string): void {
  const asked = globSync('{*,@checkin/*}/package.json', { cwd: modules }).flatMap((file) => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(modules, file), 'utf8')) as Installed
    return Object.keys({ ...dependencies, ...peerDependencies })
  })
  const places = [...libraries.map(({ folder }) => folder), 'tools', 'shell', 'services/module-registry'].map((folder) => join(projectRoot, folder, 'node_modules'))
  for (const name of new Set([...asked, 'vitest', '@types/react', '@types/node', 'react-dom', 'react-i18next'])) {
    const target = join(modules, name)
    const from = places.map((place) => join(place, name)).find((place) => existsSync(place))
    if (existsSync(target) || from === undefined) continue
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(realpathSync(from), target)
  }
}
