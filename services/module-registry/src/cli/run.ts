import { amount, needed, readArguments, revision, usage, type Values } from './arguments.ts'
import { changesCommand, decideCommand, planCommand, plansCommand, turnPlanCommand } from './change-commands.ts'
import { registryClient, type RegistryClient } from './client.ts'
import { errorsCommand, healthCommand, levelsCommand, liveCommand, traceCommand } from './health-commands.ts'
import { keyCommand } from './key-commands.ts'
import { CommandError } from './output.ts'
import { type Build, publishCommand } from './publish-command.ts'
import { backCommand, dryRunCommand, setCommand, statusCommand, whyCommand } from './release-commands.ts'
import type { CliSettings } from './settings.ts'
import { freezeCommand, settingsCommand, tenantCommand, unfreezeCommand } from './tenant-commands.ts'
import { installationCommand, tokenCommand } from './token-commands.ts'
import { auditCommand, defaultCommand, killCommand, labelCommand, listCommand, previewCommand } from './version-commands.ts'

/** Runs one command. Answers what to print; throws CommandError with what the person can mend. */
export async function run(args: readonly string[], settings: CliSettings, build: Build): Promise<string> {
  const { values, positionals: [verb, ...rest] } = readArguments(args)
  const client = registryClient(settings)
  const [first, ...others] = rest
  const { reason } = values
  switch (verb) {
    case 'publish': return publishCommand(client, settings, build, needed(first, 'module dir'), values.version)
    case 'list': return listCommand(client)
    case 'status': return statusCommand(client, first)
    case 'why': return whyCommand(client, needed(first, 'tenant'), values)
    case 'set': return set(client, rest, values)
    case 'back': return backCommand(client, needed(first, 'tenant'), revision(values.to), reason)
    case 'kill': return killCommand(client, needed(first, 'version'), reason)
    case 'changes': return changesCommand(client, values.everything)
    case 'approve': case 'reject': return decideCommand(client, verb, needed(first, 'change'), reason)
    case 'plan': return planCommand(client, needed(first, 'file'))
    case 'plans': return plansCommand(client)
    case 'pause': case 'resume': case 'abort': return turnPlanCommand(client, verb, needed(first, 'plan'), reason)
    case 'freeze': return freezeCommand(client, first, values.all, values)
    case 'unfreeze': return unfreezeCommand(client, first, values.all, reason)
    case 'preview': return previewCommand(client, settings, needed(first, 'tenant'), others, values)
    case 'label': return labelCommand(client, needed(first, 'version'), needed(others[0], 'label'), reason)
    case 'default': return defaultCommand(client, rest, reason)
    case 'tenant': return tenantCommand(client, needed(first, 'tenant'), values)
    case 'settings': return settingsCommand(client, needed(first, 'tenant'), others, reason)
    case 'health': return healthCommand(client, first, amount(values.minutes, 'minutes', 1440))
    case 'errors': return errorsCommand(client, first, values)
    case 'levels': return levelsCommand(client, amount(values.minutes, 'minutes', 9999))
    case 'trace': return traceCommand(client, settings, needed(rest.join(' ') || undefined, 'code'), values)
    case 'live': return liveCommand(client, amount(values.minutes, 'minutes', 1440))
    case 'audit': return auditCommand(client, values.limit)
    case 'token': return tokenCommand(client, first, others[0], values)
    case 'key': return keyCommand(client, rest, reason)
    case 'installation': return installationCommand(settings, first, values)
    default: throw new CommandError(usage)
  }
}

function set(client: RegistryClient, given: readonly string[], values: Values): Promise<string> {
  const [tenant, choice] = values.all ? [null, given] : [needed(given[0], 'tenant'), given.slice(1)]
  return values['dry-run'] ? dryRunCommand(client, tenant, choice, values) : setCommand(client, tenant, choice, values)
}
