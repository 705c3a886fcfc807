import { readFileSync } from 'node:fs'
import { createModule } from './create-module.ts'
import type { Versions } from './repository-files.ts'

try {
  const versions = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8')) as Versions
  const name = createModule(process.cwd(), process.argv.slice(2), versions)
  console.log(`${name} is there. Next: cd ${name}; git init; npm install; npm run check`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
