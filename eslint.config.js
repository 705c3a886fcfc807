import { eslintConfig } from './shared/tooling/src/eslint-config.ts'

export default eslintConfig()
