import type { Build } from './build.ts'
import { RefusedError, registryClient } from './client.ts'
import { commands } from './commands.ts'
import { CommandError } from './output.ts'
import { overview, parse } from './parser.ts'
import type { CliSettings } from './settings.ts'

/** Runs one command. Answers what to print; throws CommandError with what the person can mend. */
export async function run(args: readonly string[], settings: CliSettings, build: Build): Promise<string> {
  if (args.length === 0) throw new CommandError(overview(commands.all))
  const asked = parse(args, commands)
  if (asked.kind === 'help') return asked.text
  const context = { commands, client: registryClient(settings), settings, build }
  if (!asked.json) return (await asked.command.run(context, asked.given)).text
  try {
    return jsonOf((await asked.command.run(context, asked.given)).data)
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(jsonOf(bodyOf(error)), error.data) : error
  }
}

/** Data as `--json` prints it. */
export const jsonOf = (data: unknown): string => JSON.stringify(data, null, 2)

/** The contract's error body; what never reached the registry has no status. */
const bodyOf = (error: CommandError): object =>
  (error instanceof RefusedError ? error.body : { data: null, status: null, title: error.message, code: 'CommandFailed', requestId: null })
