import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@checkin/remote'
import { codeowners, Ownership } from '../ownership.ts'
import { checkedName, type Files, json, placeAndArgs, writeFiles } from './write-files.ts'

/** What the module and its first screen import; a team adds what it takes beside these. */
const workspaceDependencies = ['@checkin/i18n', '@checkin/remote', '@checkin/routes', '@checkin/ui']
const libraries = ['effector', 'effector-react', 'react']
const devLibraries = ['@types/react', 'vitest']

const versions = (names: readonly string[], version: string): Record<string, string> => Object.fromEntries(names.map((name) => [name, version]))

/** The one shape of a remote: everything that build, registry and shell expect, with no step yet. */
export function remoteFiles(name: string, team: string, description: string): Files {
  const at = (path: string): string => `${name}/${path}`
  return {
    [at('package.json')]: json({
      name, version: '1.0.0', private: true, description, type: 'module',
      dependencies: { ...versions(workspaceDependencies, 'workspace:*'), ...versions(libraries, 'catalog:') },
      devDependencies: { '@checkin/tooling': 'workspace:*', ...versions(devLibraries, 'catalog:') },
    }),
    [at('rspack.config.ts')]: `import { remoteConfig } from '@checkin/tooling/rspack-preset'\n\nexport default remoteConfig(import.meta.dirname)\n`,
    [at('routes.ts')]: `import { defineRoutes } from '@checkin/routes'

/** Screens of this module: a release set brings them, and each says where it stands and where its events lead (docs/new-team.md). */
export const routes = defineRoutes('${name}', [
])
`,
    [at('remote.manifest.ts')]: `import type { RemoteManifest } from '@checkin/remote/manifest'
import { routes } from './routes.ts'

/** What this module has and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: '${name}',
  team: '${team}',
  steps: routes.map(({ name }) => name),
  screens: routes,
  firstScreens: routes.filter(({ preRendered }) => preRendered).map(({ name }) => name),
  needs: { shell: '^1.1.0', flow: '^1.7.0', rest: '^1.0.0', ui: '^1.0.0' },
}
`,
    [at('src/remote.ts')]: `import type { RemoteModule } from '@checkin/remote'

/** What the shell may mount: the steps of this module and its messages, and nothing else. */
export const remote: RemoteModule = {
  name: '${name}',
  steps: [
  ],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
    de: () => import('../locales/de.json'),
    es: () => import('../locales/es.json'),
    it: () => import('../locales/it.json'),
    nl: () => import('../locales/nl.json'),
    ar: () => import('../locales/ar.json'),
  },
}
`,
    [at('src/remote.test.ts')]: `import { languages } from '@checkin/i18n'
import { describe, expect, it } from 'vitest'
import { manifest } from '../remote.manifest.ts'
import { remote } from './remote.ts'

describe('${name}', () => {
  it('has exactly the steps that its manifest promises', () => {
    expect(remote.name).toBe(manifest.name)
    expect(remote.steps.map((step) => step.name)).toEqual(manifest.steps)
  })

  it('has exactly the events by which its screens lead on', () => {
    expect(remote.steps.map((step) => Object.keys(step.events ?? {}))).toEqual((manifest.screens ?? []).map(({ leads }) => Object.keys(leads ?? {})))
  })

  it('has messages in every language', () => {
    expect(Object.keys(remote.words)).toEqual(languages)
  })
})
`,
    ...Object.fromEntries(languages.map((language) => [at(`locales/${language}.json`), '{}\n'])),
    [at('CHANGELOG.md')]: `# Changes of ${name}\n\n## 1.0.0\n- First version.\n`,
    [at('README.md')]: `# ${name}

${description}. Owned by the team **${team}** (ownership.json).

Reading path: \`routes.ts\` -> \`src/remote.ts\` -> \`src/steps/<step>/model.ts\` -> \`src/api.ts\` -> \`@checkin/api\`; a view reads only its model.
What happened is an event that the step lists (\`events\` of \`src/remote.ts\`); its row in \`routes.ts\` says where the renter goes from there (DEC-195).

- New screen: \`npm run new:step -- ${name} <route name>\`
- Publish a version: raise \`version\` in package.json, write CHANGELOG.md, \`npm run rollout -- publish ${name}\`
`,
  }
}

/** Adds a package to ownership.json and makes CODEOWNERS again. Lint rules and checks follow by themselves. */
export function enterOwner(root: string, path: string, team: string, layer: Ownership['packages'][number]['layer']): void {
  const file = join(root, 'ownership.json')
  const ownership = Ownership.parse(JSON.parse(readFileSync(file, 'utf8')))
  const next: Ownership = {
    teams: team in ownership.teams ? ownership.teams : { ...ownership.teams, [team]: `${team}@checkin.example` },
    packages: [...ownership.packages.filter((each) => each.path !== path), { path, team, layer }],
  }
  writeFileSync(file, json(next))
  writeFileSync(join(root, 'CODEOWNERS'), codeowners(next))
}

/** `npm run new:remote -- <name> [team] [what it is for] [--in <folder>]` */
export function newRemote(root: string, args: readonly string[]): string {
  const short = checkedName(args[0]?.replace(/^mfe-/, ''), 'npm run new:remote -- <name> [team] [what it is for]')
  const name = `mfe-${short}`
  const team = checkedName(args[1] ?? short, 'npm run new:remote -- <name> [team]')
  writeFiles(root, remoteFiles(name, team, args.slice(2).join(' ') || `Screens of ${short}`))
  // A folder elsewhere has owners of its own.
  if (existsSync(join(root, 'ownership.json'))) enterOwner(root, name, team, 'remote')
  return name
}

if (import.meta.main) {
  const { root, args } = placeAndArgs(process.argv.slice(2))
  const name = newRemote(root, args)
  console.log(`${name} is there. Next: npm run new:step -- ${name} <route name> (docs/new-team.md)`)
}
