import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './ownership.ts'
import { readPackageFile } from './package-file.ts'
import { platformFacts } from './platform-facts.ts'

/**
 * What the shell's first script brings, so that it is there before any remote runs.
 * Exact keys, each listed: a sub-path that is missing here would be a second copy in a remote.
 */
const fixedCore: readonly string[] = [
  'react', 'react/jsx-runtime', 'react-dom',
  'effector', 'effector-react',
  'i18next',
  'dayjs',
  '@checkin/api/client',
  '@checkin/flow', '@checkin/remote', '@checkin/forms', '@checkin/forms/view', '@checkin/i18n',
]

/** `@checkin/flow/publish/<owner>` of every module; the shell's own is not given away, so no module can speak for it. */
function publishKeys(root: string): readonly string[] {
  const folder = join(root, 'shared/contracts/flow/src/events')
  const owners = !existsSync(folder) ? [] : readdirSync(folder).flatMap((file) => /^([a-z-]+)\.events\.ts$/.exec(file)?.[1] ?? [])
  return owners.filter((owner) => owner !== 'shell' && owner !== 'common').map((owner) => `@checkin/flow/publish/${owner}`).sort()
}

/** Keys that the shell's first script brings. */
export const coreKeys = (root = projectRoot): readonly string[] => [...fixedCore, ...publishKeys(root)]

/** Packages that come when somebody takes them, and then whole; the contract of the API comes with the first call (decision 0301). Words come by `@checkin/i18n`, which has what it needs of `react-i18next` in the core. */
const latePackages: readonly string[] = ['@checkin/api', '@checkin/document-scan', '@checkin/document-scan/camera', 'react-i18next']

const isLazyModule = (folder: string): boolean => ['index.ts', 'index.tsx'].some((file) => existsSync(join(folder, file)))

/** `@checkin/ui/<folder>` of every folder of the UI kit, and the late packages: each a chunk of its own, loaded when somebody takes it. */
export function lazyKeys(root = projectRoot): readonly string[] {
  const kit = join(root, 'shared/ui/src')
  const folders = !existsSync(kit) ? [] : readdirSync(kit, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isLazyModule(join(kit, entry.name)))
    .map((entry) => `@checkin/ui/${entry.name}`)
  return [...latePackages, ...folders].sort()
}

/** Everything that the shell provides and no remote may bundle. */
export const shareKeys = (root = projectRoot): readonly string[] => platformFacts?.shareKeys ?? [...coreKeys(root), ...lazyKeys(root)]

/** The package of an import: `@checkin/ui` of `@checkin/ui/button`, `react` of `react/jsx-runtime`. */
export const packageOf = (request: string): string => request.split('/').slice(0, request.startsWith('@') ? 2 : 1).join('/')

/** Names of the packages that the shell provides. */
export const sharedPackages: readonly string[] = [...new Set([...fixedCore.map(packageOf), ...latePackages, '@checkin/ui'])]

/**
 * The version of the package that is really installed in the shell, or was when the packages were made. Package files say `catalog:` and `workspace:*`,
 * which the federation runtime would compare as if they were versions.
 */
export const resolvedVersion = (packageName: string, root = projectRoot): string => platformFacts?.packages[packageName] ?? readPackageFile(join(root, 'shell/node_modules', packageName)).version

/** Share key to installed version, for every key. */
export const resolvedVersions = (root = projectRoot): Readonly<Record<string, string>> =>
  Object.fromEntries(shareKeys(root).map((key) => [key, resolvedVersion(packageOf(key), root)]))
