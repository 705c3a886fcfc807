import { SettingsError } from '@checkin/server'
import { CommandError } from './output.ts'
import { run } from './run.ts'
import { cliSettings } from './settings.ts'

try {
  console.log(await run(process.argv.slice(2), cliSettings(), async (dir, options) => {
    // Loaded only to publish: the compiler takes a while, the other commands need none.
    const { buildIfChanged } = await import('@checkin/tooling/build-if-changed')
    return buildIfChanged(dir, options)
  }))
} catch (error) {
  const known = error instanceof CommandError || error instanceof SettingsError
  console.error(known ? error.message : error)
  process.exitCode = known ? 1 : 2
}
