import { json, type Files } from './write-files.ts'

const workspace = 'workspace:*'
const shared = ['effector', 'effector-react', 'react', 'react-dom', 'i18next', 'react-i18next', 'zod', 'dayjs']
const kits = ['@checkin/api', '@checkin/flow', '@checkin/forms', '@checkin/i18n', '@checkin/remote', '@checkin/ui']
const devTools = ['@testing-library/react', '@types/react', '@types/react-dom', 'happy-dom', 'vitest']

const versions = (names: readonly string[], version: string): Record<string, string> => Object.fromEntries(names.map((name) => [name, version]))
const sorted = (record: Record<string, string>): Record<string, string> => Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)))

/** The one shape of a remote: everything that build, registry and shell expect, with no step yet. */
export function remoteFiles(name: string, team: string, description: string): Files {
  const at = (path: string): string => `${name}/${path}`
  return {
    [at('package.json')]: json({
      name, version: '1.0.0', private: true, description, type: 'module',
      dependencies: sorted({ ...versions(kits, workspace), ...versions(shared, 'catalog:') }),
      devDependencies: sorted({ ...versions(['@checkin/testing', '@checkin/tooling'], workspace), ...versions(devTools, 'catalog:') }),
    }),
    [at('rspack.config.ts')]: `import { remoteConfig } from '@checkin/tooling/rspack-preset'\n\nexport default remoteConfig(import.meta.dirname)\n`,
    [at('remote.manifest.ts')]: `import type { RemoteManifest } from '@checkin/remote/manifest'

/** What this module brings and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: '${name}',
  team: '${team}',
  steps: [],
  needs: { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' },
}
`,
    [at('src/remote.ts')]: `import type { RemoteModule } from '@checkin/remote'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: '${name}',
  steps: [],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
  },
}
`,
    [at('src/remote.test.ts')]: `import { describe, expect, it } from 'vitest'
import { manifest } from '../remote.manifest.ts'
import { remote } from './remote.ts'

describe('${name}', () => {
  it('brings exactly the steps that its manifest promises', () => {
    expect(remote.name).toBe(manifest.name)
    expect(remote.steps.map((step) => step.name)).toEqual(manifest.steps)
  })

  it('has the same words in every language', async () => {
    const [en, pt, fr] = await Promise.all([remote.words.en(), remote.words.pt(), remote.words.fr()])
    expect(Object.keys(pt.default).sort()).toEqual(Object.keys(en.default).sort())
    expect(Object.keys(fr.default).sort()).toEqual(Object.keys(en.default).sort())
  })
})
`,
    [at('locales/en.json')]: '{}\n',
    [at('locales/pt.json')]: '{}\n',
    [at('locales/fr.json')]: '{}\n',
    [at('CHANGELOG.md')]: `# Changes of ${name}\n\n## 1.0.0\n- First version.\n`,
    [at('README.md')]: `# ${name}

${description}. Owned by the team **${team}** (ownership.json).

Reading path: \`src/remote.ts\` -> \`src/steps/<step>/step.ts\` -> \`model.ts\` -> \`src/api.ts\` -> \`@checkin/api\`; a view reads only its model.
Results leave as events of \`@checkin/flow/publish/${name.replace(/^mfe-/, '')}\`; the shell decides where the renter goes.

- New screen: \`npm run new:step -- ${name} <route name>\`
- Publish a version: raise \`version\` in package.json, write CHANGELOG.md, \`npm run rollout -- publish ${name}\`
`,
  }
}
