import { SettingsError } from '@checkin/server/settings'
import { CommandError } from './output.ts'
import { jsonOf, run } from './run.ts'
import { cliSettings } from './settings.ts'

try {
  console.log(await run(process.argv.slice(2), cliSettings(), async (dir, options) => {
    // Loaded only to publish: the compiler takes a while, the other commands need none.
    const { buildIfChanged } = await import('@checkin/tooling/build-if-changed')
    return buildIfChanged(dir, options)
  }))
} catch (error) {
  const known = error instanceof CommandError || error instanceof SettingsError
  // What was asked for is printed even where it is bad news: an audit that was tampered with.
  if (error instanceof CommandError && error.data !== undefined && process.argv.includes('--json')) console.log(jsonOf(error.data))
  console.error(known ? error.message : error)
  process.exitCode = known ? 1 : 2
}
