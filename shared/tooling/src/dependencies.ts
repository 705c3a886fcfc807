import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { readPackageFile } from './package-file.ts'
import { packageOf } from './share-keys.ts'

/** Imports that are no package: the prerenderer and the development server give them the module that is built. */
const aliases = new Set(['rendered-remote', 'rendered-shell', 'served-remote'])

/** A dependency that a package file is wrong about. */
export interface WrongDependency {
  readonly path: string
  readonly name: string
  readonly problem: 'unused' | 'undeclared'
}

/** What a package needs beside itself, as far as it is installed there: `react-dom` of `@testing-library/react`. */
function peersOf(folder: string, name: string): readonly string[] {
  const installed = join(folder, 'node_modules', name)
  return existsSync(join(installed, 'package.json')) ? Object.keys(readPackageFile(installed).peerDependencies) : []
}

/** Names of packages that a source imports, types and dynamic imports included. */
const importedPackages = (text: string): readonly string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName).filter((name) => !/^[./#]/.test(name)).map((name) => (name.startsWith('node:') ? 'node' : packageOf(name)))

/** `@types/react-dom` is for `react-dom`; undefined for what is no package of types. */
const typedPackage = (name: string): string | undefined => /^@types\/(.+)$/.exec(name)?.[1]

/** Whether a text has a package's name as part of a path, a request or a resolver's argument: `'@fontsource/figtree/files/…'`, `@expo-google-fonts/${font}`. */
const names = (text: string, name: string): boolean =>
  ["'", '"', '/', '~'].some((before) => ["'", '"', '/'].some((after) => text.includes(`${before}${name}${after}`))) || (name.startsWith('@') && text.includes(`${name.split('/')[0] ?? ''}/\${`))

/**
 * Dependencies of one package (a folder below `root`) that none of its `files` uses, and packages that they import without declaring them.
 * Used is what is imported or named in a path, the types of these, and what these ask for as peers.
 */
export function wrongDependencies(root: string, path: string, files: readonly string[]): readonly WrongDependency[] {
  const folder = join(root, path)
  const { name: own, dependencies, devDependencies } = readPackageFile(folder)
  const declared = Object.keys({ ...dependencies, ...devDependencies })
  const texts = files.filter((file) => /\.(tsx?|mjs|css|html)$/.test(file)).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const imported = new Set(texts.filter(({ file }) => /\.(tsx?|mjs)$/.test(file)).flatMap(({ text }) => importedPackages(text)))
  // Markup imports React without saying so.
  if (declared.includes('react') && files.some((file) => file.endsWith('.tsx'))) imported.add('react')
  const used = new Set(declared.filter((name) => imported.has(typedPackage(name) ?? name) || texts.some(({ text }) => names(text, name))))
  for (const name of used) for (const peer of peersOf(folder, name)) if (declared.includes(peer)) used.add(peer)
  const undeclared = [...imported].filter((name) => name !== own && name !== 'node' && !aliases.has(name) && !declared.includes(name))
  return [
    ...declared.filter((name) => !used.has(name)).map((name) => ({ path, name, problem: 'unused' as const })),
    ...undeclared.map((name) => ({ path, name, problem: 'undeclared' as const })),
  ]
}
