import { startSite } from './start-site.ts'

await startSite()
