import type { Files } from '@checkin/tooling/generators/write-files'

/** What a new repository is made with. */
export interface Repository {
  /** `mfe-parking`. */
  readonly name: string
  /** Where the packages of `@checkin` come from; null for npm's own registry. */
  readonly packages: string | null
}

/** Written once; the team changes it as it likes. */
const tsconfig = `${JSON.stringify({
  compilerOptions: {
    target: 'es2023', lib: ['es2024', 'dom', 'dom.iterable'], module: 'preserve', moduleResolution: 'bundler', jsx: 'react-jsx', types: ['node'], strict: true, noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true, allowImportingTsExtensions: true, resolveJsonModule: true, isolatedModules: true, skipLibCheck: true, noEmit: true,
  },
  include: ['src', '*.ts'],
}, null, 2)}\n`

const vitestConfig = `import { defineConfig } from 'vitest/config'

// The kits bring stylesheets, which Node can't read by itself.
export default defineConfig({ test: { include: ['src/**/*.test.{ts,tsx}'], passWithNoTests: true, server: { deps: { inline: [/@checkin\\//] } } } })
`

const styles = `/** Stylesheets as the build makes them: a \`.module.css\` gives its class names. */
declare module '*.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
`

const github = (name: string): string => `# What to set in the environment "publisher": the variable CHECKIN_REGISTRY_URL (https), the secrets CHECKIN_REGISTRY_TOKEN
# (a publisher's, of this module) and CHECKIN_PUBLISHER_KEY (its private key). The registry knows the key by \`rollout key set\`.
name: ${name}
on:
  pull_request:
  push:
    branches: [main]

concurrency: ${name}-\${{ github.ref }}

jobs:
  check:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - run: npm run check

  # The version of package.json. Published already is fine; with other content it is refused: raise the number.
  publish:
    if: github.event_name == 'push'
    needs: check
    runs-on: ubuntu-24.04
    environment: publisher
    env:
      CHECKIN_MODE: production
      CHECKIN_BUILDER: github \${{ github.repository }} \${{ github.run_id }}
      CHECKIN_REGISTRY_URL: \${{ vars.CHECKIN_REGISTRY_URL }}
      CHECKIN_REGISTRY_TOKEN: \${{ secrets.CHECKIN_REGISTRY_TOKEN }}
      CHECKIN_PUBLISHER_KEY: \${{ secrets.CHECKIN_PUBLISHER_KEY }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - run: npm run --silent publish:module
      # For support: who has these reads what a browser says of this version as sources. They are not published.
      - uses: actions/upload-artifact@v4
        with: { name: source-maps, path: dist/*.maps, retention-days: 400 }
`

const gitlab = (name: string): string => `# What to set: CHECKIN_REGISTRY_URL (https), and protected CHECKIN_REGISTRY_TOKEN (a publisher's, of this module) and CHECKIN_PUBLISHER_KEY
# (its private key). The registry knows the key by \`rollout key set\`.
stages: [check, publish]

default:
  image: node:24-bookworm
  before_script:
    - npm ci

check:
  stage: check
  script:
    - npm run check

# The version of package.json. Published already is fine; with other content it is refused: raise the number.
publish:
  stage: publish
  environment: publisher
  resource_group: ${name}
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  variables:
    CHECKIN_MODE: production
    CHECKIN_BUILDER: gitlab $CI_PROJECT_PATH $CI_PIPELINE_ID
  script:
    - npm run --silent publish:module
  # For support: who has these reads what a browser says of this version as sources. They are not published.
  artifacts:
    paths: [dist/*.maps]
    expire_in: 400 days
`

const readme = (name: string): string => `# ${name}

A module of Checkin, in a repository of its own.

- \`npm install\`, then \`npm run dev -- --on https://<a site>\`: its pages, with this module from the sources here. What you save is seen at once.
- \`npm run check\`: types, tests, messages of every language, the build and its rules.
- \`npm run publish:module\`: builds, signs and uploads the version of package.json. The pipeline does it for the main branch.
- \`npx rollout help\`: which version which tenant gets.
- \`<the registry>/status/${name}\`: which versions may be rolled out, and which are deprecated, withdrawn or rolled back; \`npx rollout status --module ${name}\` prints it.

\`routes.ts\` has the screens, \`remote.manifest.ts\` what the shell has to give, \`src/steps/<screen>\` a model and a view for each.
`

/** What a module's folder needs beside its sources to be a repository of its own, pipeline included. */
export const repositoryFiles = ({ name, packages }: Repository): Files => ({
  [`${name}/tsconfig.json`]: tsconfig,
  [`${name}/vitest.config.ts`]: vitestConfig,
  [`${name}/src/styles.d.ts`]: styles,
  [`${name}/.gitignore`]: 'node_modules/\ndist/\n*.pem\n',
  [`${name}/.github/workflows/module.yml`]: github(name),
  [`${name}/.gitlab-ci.yml`]: gitlab(name),
  ...(packages !== null && { [`${name}/.npmrc`]: `@checkin:registry=${packages}\n` }),
  [`${name}/README.md`]: readme(name),
})

const scripts = {
  dev: 'checkin-module dev', build: 'checkin-module build', test: 'vitest run', check: 'tsc --noEmit && vitest run && checkin-module check', 'publish:module': 'rollout publish .',
} as const

/** Package to version, as the packages of this release have them. */
export type Versions = Readonly<Record<string, string>>

interface OwnPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * The package file of a module that leaves a workspace: versions in the place of `workspace:*` and `catalog:`, and what its repository runs. What its tests
 * took from the workspace stays behind with them. Throws for a package that the module itself needs and that is not published.
 */
export function repositoryPackage(text: string, versions: Versions): string {
  const own = JSON.parse(text) as OwnPackage
  const plain = (given: Readonly<Record<string, string>> = {}): Record<string, string> => Object.fromEntries(Object.entries(given).map(([name, range]) => {
    if (!/^(workspace|catalog):/.test(range)) return [name, range]
    const version = versions[name]
    if (version === undefined) throw new Error(`${name} is not published for other repositories`)
    return [name, name.startsWith('@checkin/') ? `^${version}` : version]
  }))
  const published = (given: Readonly<Record<string, string>> = {}): Record<string, string> => Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('@checkin/') || name in versions))
  const tools = Object.fromEntries(['@checkin/rollout', '@checkin/tooling', '@types/node', '@types/react', 'typescript', 'vitest'].map((name) => [name, name.startsWith('@checkin/') ? 'workspace:*' : 'catalog:']))
  const shared = Object.fromEntries(['effector', 'effector-react', 'i18next', 'dayjs', 'react', 'react-dom', 'react-i18next'].map((name) => [name, 'catalog:']))
  return `${JSON.stringify({ ...own, scripts, dependencies: plain({ ...shared, ...own.dependencies }), devDependencies: plain({ ...tools, ...published(own.devDependencies) }) }, null, 2)}\n`
}
