import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'
import { auditCommand, listCommand, newTokenCommand } from './overview-commands.ts'
import { publishCommand, type Build } from './publish-command.ts'
import { registryClient } from './registry-client.ts'
import type { CliSettings } from './settings.ts'
import { backCommand, setCommand, statusCommand } from './tenant-commands.ts'

export const usage = `rollout publish <module dir> [--version 1.2.0]
rollout list
rollout status [<tenant>]
rollout set <tenant|--all> payment@1.2.0 [offers@1.1.0 …] [--reason "…"]
rollout back <tenant> [--to <revision>] [--reason "…"]
rollout audit [--limit 100]
rollout token new --label <name> --role publisher|operator|approver|viewer [--module payment] [--tenant <tenant> …]`

const options = {
  version: { type: 'string' }, reason: { type: 'string', default: '' }, to: { type: 'string' }, all: { type: 'boolean', default: false },
  limit: { type: 'string', default: '100' }, label: { type: 'string' }, role: { type: 'string' }, module: { type: 'string' }, tenant: { type: 'string', multiple: true },
} as const

/** Runs one command. Answers what to print; throws CommandError with what the person can mend. */
export async function run(args: readonly string[], settings: CliSettings, build: Build): Promise<string> {
  const { values, positionals: [verb, ...rest] } = parsed(args)
  const client = registryClient(settings)
  const [first] = rest
  switch (verb) {
    case 'publish': return publishCommand(client, settings, build, needed(first, 'module dir'), values.version)
    case 'list': return listCommand(client)
    case 'status': return statusCommand(client, first)
    case 'set': return values.all ? setCommand(client, 'all', rest, values.reason) : setCommand(client, [needed(first, 'tenant')], rest.slice(1), values.reason)
    case 'back': return backCommand(client, needed(first, 'tenant'), revision(values.to), values.reason)
    case 'audit': return auditCommand(client, values.limit)
    case 'token': return newTokenCommand(client, values)
    default: throw new CommandError(usage)
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new CommandError(`The ${what} is missing.\n\n${usage}`)
  return value
}

function revision(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`"${text}" is no revision`)
  return Number(text)
}
