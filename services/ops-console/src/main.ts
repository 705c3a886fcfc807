import { startConsole } from './start-console.ts'

await startConsole()
