import effector from 'eslint-plugin-effector'
import tseslint from 'typescript-eslint'
import type { Linter } from 'eslint'
import { importRules } from './import-matrix.ts'
import { projectRoot, readOwnership } from './ownership.ts'

const browserCode = ['shell/**/*.{ts,tsx}', 'mfe-*/**/*.{ts,tsx}', 'shared/{forms,card-payment,document-scan,async,rental-summary,terms}/**/*.{ts,tsx}', 'shared/contracts/{flow,remote}/**/*.{ts,tsx}']
const testCode = ['**/*.test.ts', '**/*.test.tsx', 'shared/testing/**', 'shared/server/src/testing/**', 'e2e/**']

/** Import rules alone: they need no type information, so the tests of the boundaries can run them on single texts. */
export const boundaryConfig = (): Linter.Config[] =>
  importRules(readOwnership()).map((rule) => ({
    files: [...rule.files],
    ...(rule.ignores ? { ignores: [...rule.ignores] } : {}),
    rules: { 'no-restricted-imports': ['error', { patterns: rule.bans.map(({ regex, message }) => ({ regex, message })) }] },
  }))

/** What oxlint (oxlint.config.ts) cannot look at: effector as it is meant, with types, and boundaries from ownership.json. */
export const eslintConfig = (): Linter.Config[] => [
  { ignores: ['**/node_modules/**', '**/dist/**', '**/.data/**', '.cache/**', 'tools/toolchain/**', '**/*.mjs', '**/*.js', 'test-results/**'] },
  { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser: tseslint.parser }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: browserCode,
    languageOptions: { parserOptions: { projectService: false, project: 'tsconfig.browser.json', tsconfigRootDir: projectRoot } },
    // The plugin's types are those of an older ESLint.
    plugins: { effector: effector as never },
    rules: { ...effector.flatConfigs.recommended.rules, ...effector.flatConfigs.scope.rules, ...effector.flatConfigs.react.rules },
  },
  {
    files: testCode,
    rules: { 'effector/mandatory-scope-binding': 'off', 'effector/no-watch': 'off', 'effector/no-getState': 'off' },
  },
  {
    files: testCode,
    rules: { 'no-restricted-syntax': ['error', {
      selector: 'CallExpression > ObjectExpression > Property[key.name="timeout"] > Literal[value<30000]',
      message: 'A wait shorter than the common limit measures the machine: what hangs is ended by the limit of `expect.poll`, of the page\'s tools and of the journeys.',
    }, {
      selector: 'CallExpression[callee.property.name="toBeVisible"] Literal[value=/data-alert-key/]',
      message: 'A toast has gone after 2.6 s, before a busy machine looks: `Renter.says` for what stays, `Alerts` for what was shown.',
    }, { selector: 'MemberExpression[object.name="vi"][property.name=/^wait/]', message: 'It gives up after a second: `expect.poll` has the common limit.' }] },
  },
  // It looks a unit up and makes none.
  { files: ['shell/src/remotes/mount-step.tsx'], rules: { 'effector/no-units-spawn-in-render': 'off' } },
  ...boundaryConfig(),
]
