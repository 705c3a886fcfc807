import { startRegistry } from './start-registry.ts'

await startRegistry()
