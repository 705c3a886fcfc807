import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { projectRoot } from '../ownership.ts'

/** Path relative to the root -> text. */
export type Files = Readonly<Record<string, string>>

/** Writes new files. Throws before the first one when any exists: a generator never overwrites work. */
export function writeFiles(root: string, files: Files): void {
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)))
  if (taken.length > 0) throw new Error(`These exist already: ${taken.join(', ')}`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** `driver-contact` -> `DriverContact`. */
export const pascal = (kebab: string): string => kebab.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')

/** `driver-contact` -> `driverContact`. */
export const camel = (kebab: string): string => pascal(kebab).replace(/^./, (first) => first.toLowerCase())

/** Names of folders and packages: lower-case words with hyphens. */
export function checkedName(name: string | undefined, usage: string): string {
  if (name === undefined || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`Usage: ${usage} (lower-case words with hyphens)`)
  return name
}

/** The folder that `--in` names among a generator's arguments, by default this repository's, and the others. */
export function placeAndArgs(args: readonly string[]): { readonly root: string; readonly args: readonly string[] } {
  const at = args.indexOf('--in')
  return at < 0 ? { root: projectRoot, args } : { root: resolve(args[at + 1] ?? '.'), args: args.toSpliced(at, 2) }
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
