import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { runCompiler } from '@checkin/tooling/compiler'
import { servedShell, servedShellConfig } from '@checkin/tooling/dev/served-config'
import { readPackageFile } from '@checkin/tooling/package-file'
import type { PlatformFacts } from '@checkin/tooling/platform-facts'
import { kitDigest, kitStylesheet } from '@checkin/tooling/prerender/kit'
import { packageOf, resolvedVersion, shareKeys } from '@checkin/tooling/share-keys'
import { runNode } from '../shell-command.ts'
import { catalogOf, contractVersions, libraries, publishedDependencies, type Contract, type Library } from './libraries.ts'

/** Made for this tree alone: tests, and rules for its own sources. */
const isOurs = (file: string): boolean => /\.(test|fixture)\.tsx?$|(^|\/)(test|harness|gallery|generators|__snapshots__)\/|(^|\/)(eslint-config)\.ts$/.test(file)

const sourcesOf = (root: string, { folder }: Library, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: join(root, folder) }).map((file) => file.replaceAll('\\', '/')).filter((file) => !isOurs(file)).map((file) => `${folder}/${file}`)

/** Compiles the sources of all libraries, with their types, into a folder that has the tree's own layout. */
async function emit(root: string, outDir: string): Promise<void> {
  const config = join(outDir, 'tsconfig.json')
  const files = libraries.flatMap((library) => sourcesOf(root, library, 'src/**/*.{ts,tsx}'))
  writeFileSync(config, JSON.stringify({
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: false, declaration: true, rewriteRelativeImportExtensions: true, rootDir: root, outDir, skipLibCheck: true, typeRoots: [join(root, 'tools/node_modules/@types')] },
    files: files.map((file) => join(root, file)), include: [],
  }))
  if (await runNode(root, ['tools/node_modules/typescript-native/bin/tsc', '-p', config], {}) !== 0) throw new Error('The packages do not compile')
}

/** Where a path of `exports` leads in the package: to what was compiled, and its types. */
function publishedExport(path: string): string | { readonly types: string; readonly default: string } {
  if (!/\.tsx?$/.test(path)) return path
  return { types: path.replace(/\.tsx?$/, '.d.ts'), default: path.replace(/\.tsx?$/, '.js') }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Types name other files as sources do; in a package these are the compiled ones. */
const withCompiledNames = (types: string): string => types.replace(/((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]*)\.tsx?(['"])/g, '$1.js$2')

function assemble(root: string, compiled: string, library: Library, versions: Readonly<Record<Contract, string>>, target: string): void {
  const { folder, name, contract } = library
  const own = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { readonly description: string }
  const write = (path: string, text: string | Buffer): void => {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  for (const file of globSync('src/**/*.{js,d.ts}', { cwd: join(compiled, folder) })) {
    const text = readFileSync(join(compiled, folder, file), 'utf8')
    write(file, file.endsWith('.d.ts') ? withCompiledNames(text) : text)
  }
  for (const file of sourcesOf(root, library, '{src,locales}/**/*.{css,json,d.ts,svg,woff2}').concat(existsSync(join(root, folder, 'README.md')) ? [`${folder}/README.md`] : [])) write(file.slice(folder.length + 1), readFileSync(join(root, file)))
  const { exports } = readPackageFile(join(root, folder))
  write('package.json', json({
    name, version: versions[contract], description: own.description, license: 'UNLICENSED', type: 'module', sideEffects: ['*.css'],
    engines: { node: '>=22.18' },
    exports: Object.fromEntries(Object.entries(exports).map(([path, to]) => [path, publishedExport(to)])),
    ...(name === '@checkin/tooling' && { bin: { 'checkin-module': './bin/checkin-module.js' } }),
    ...publishedDependencies(library, root, versions),
  }))
  if (name === '@checkin/tooling') write('bin/checkin-module.js', "#!/usr/bin/env node\nimport { moduleCommand } from '../src/module-cli.js'\n\nconst code = await moduleCommand(process.argv.slice(2)).catch((error) => { console.error(error instanceof Error ? error.message : error); return 1 })\nif (code !== null) process.exit(code)\n")
}

/** Packages in the middle of a program that ask for others by `require`, which modules do not have. */
const requireForPackages = "import { createRequire as checkinCreateRequire } from 'node:module'; const require = checkinCreateRequire(import.meta.url); const __dirname = import.meta.dirname; const __filename = import.meta.filename;"

const bundle = (root: string, entry: string, outfile: string, external: readonly string[]): Promise<unknown> => build({
  absWorkingDir: root, entryPoints: [entry], outfile, bundle: true, platform: 'node', target: 'node22', format: 'esm', mainFields: ['module', 'main'], legalComments: 'none', charset: 'utf8', logLevel: 'silent', keepNames: true,
  // The generators are commands of their own where they are the program; here they are parts of one.
  define: { 'import.meta.main': 'false' },
  external: ['pg-native', 'pino-pretty', ...external], banner: { js: `#!/usr/bin/env node\n${requireForPackages}` },
})

async function makePrograms(root: string, versions: Readonly<Record<Contract, string>>, target: string): Promise<void> {
  const common = { version: versions.shell, license: 'UNLICENSED', type: 'module', engines: { node: '>=22.18' } }
  const rollout = join(target, '@checkin/rollout')
  await bundle(root, 'services/module-registry/src/cli/main.ts', join(rollout, 'rollout.js'), ['@checkin/tooling'])
  writeFileSync(join(rollout, 'package.json'), json({ name: '@checkin/rollout', ...common, description: 'Publishes modules and switches versions', bin: { rollout: './rollout.js' }, dependencies: { '@checkin/tooling': `^${versions.shell}` } }))
  const create = join(target, 'create-checkin-module')
  await bundle(root, 'tools/src/libraries/create-main.ts', join(create, 'create.js'), [])
  writeFileSync(join(create, 'versions.json'), json({ ...catalogOf(root), ...Object.fromEntries(libraries.map(({ name, contract }) => [name, versions[contract]])), '@checkin/rollout': versions.shell }))
  writeFileSync(join(create, 'package.json'), json({ name: 'create-checkin-module', ...common, description: 'Makes the repository of a module', bin: { 'create-checkin-module': './create.js' } }))
}

async function platformFactsOf(contracts: PlatformFacts['contracts']): Promise<PlatformFacts> {
  const stylesheet = await kitStylesheet()
  const packages = Object.fromEntries([...new Set(shareKeys().map(packageOf))].map((name) => [name, resolvedVersion(name)]))
  return { shareKeys: shareKeys(), packages, kit: { stylesheet, digest: await kitDigest(stylesheet) }, contracts }
}

/** The shell for pages in development, without its source maps: what is served there is the module. */
async function makeDevShell(root: string, folder: string): Promise<void> {
  await runCompiler({ ...servedShellConfig(join(root, 'shell'), folder), devtool: false })
  writeFileSync(join(folder, 'served.json'), JSON.stringify(servedShell(join(root, 'shell'))))
}

export interface PackOptions {
  readonly root: string
  /** A folder of its own name for each package. */
  readonly target: string
  /** Whether `checkin-module dev` can refresh views in place; building it takes some seconds. */
  readonly withDevShell: boolean
}

/** Makes every package for other repositories. Answers their folders. Rejects where one does not compile. */
export async function packLibraries({ root, target, withDevShell }: PackOptions): Promise<readonly string[]> {
  const compiled = mkdtempSync(join(tmpdir(), 'checkin-libraries-'))
  try {
    rmSync(target, { recursive: true, force: true })
    const versions = await contractVersions(root)
    await emit(root, compiled)
    for (const library of libraries) assemble(root, compiled, library, versions, join(target, library.name))
    const tooling = join(target, '@checkin/tooling')
    writeFileSync(join(tooling, 'platform.json'), json(await platformFactsOf(versions)))
    if (withDevShell) await makeDevShell(root, join(tooling, 'dev-shell'))
    await makePrograms(root, versions, target)
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
  return globSync('{*,@checkin/*}/package.json', { cwd: target }).map((file) => join(target, dirname(file))).sort()
}

