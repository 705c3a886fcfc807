import type { Violation } from '../federation-rules.ts'

/** Packages that the first screen of any address runs. Another one in the first load is downloaded by every renter before anything works. */
export const packagesOfFirstLoad: readonly string[] = [
  'react', 'react-dom', 'scheduler', 'use-sync-external-store', 'react-router', 'react-router-dom',
  'effector', 'effector-react', 'i18next', 'react-i18next', 'dayjs', 'zod',
  '@module-federation/runtime', '@module-federation/runtime-core', '@module-federation/sdk', '@module-federation/error-codes',
]

const packageIn = (file: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1]

/** Packages among the sources of a first load that the first screen has no use for. */
export function checkFirstLoad(sources: readonly string[]): readonly Violation[] {
  const strangers = new Set(sources.flatMap((file) => packageIn(file) ?? []).filter((name) => !packagesOfFirstLoad.includes(name)))
  return strangers.size === 0 ? [] : [{ rule: 'first-load', message: `the first load brings ${[...strangers].sort().join(', ')}: import() it where it is used` }]
}
