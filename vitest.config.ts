import { config } from './tools/src/vitest-config.ts'

export default config
