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

/** The project's lint rules: types strictly, effector as it is meant, boundaries from ownership.json. */
export const eslintConfig = (): Linter.Config[] => [
  { ignores: ['**/node_modules/**', '**/dist/**', '**/.data/**', '.cache/**', 'tools/toolchain/**', '**/*.mjs', '**/*.js', 'test-results/**'] },
  ...(tseslint.configs.strictTypeChecked as Linter.Config[]).map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { parserOptions: { projectService: false, project: 'tsconfig.json', tsconfigRootDir: projectRoot } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false, properties: false } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allowNullish: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Index signatures are checked by noUncheckedIndexedAccess; dynamic keys are how catalogues and tables are read.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Fastify handlers and effector handlers are declared async by their contract, with or without an await.
      '@typescript-eslint/require-await': 'off',
      // effector says `void` for a unit without a payload.
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-console': 'off',
    },
  },
  {
    files: browserCode,
    // The plugin's types are those of an older ESLint.
    plugins: { effector: effector as never },
    rules: { ...effector.flatConfigs.recommended.rules, ...effector.flatConfigs.scope.rules, ...effector.flatConfigs.react.rules },
  },
  { files: [...browserCode, 'shared/ui/**/*.{ts,tsx}'], ignores: testCode, rules: { 'no-console': 'error' } },
  {
    files: testCode,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'effector/mandatory-scope-binding': 'off',
      'effector/no-watch': 'off',
      'effector/no-getState': 'off',
    },
  },
  ...boundaryConfig(),
]
