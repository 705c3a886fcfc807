import { ReleasableName, Version } from '@checkin/releases'
import { Selector } from '../features/rollouts/selector.ts'
import { CommandError } from './command-error.ts'

/** `payment` and `mfe-payment` are the same module on the command line. */
export function moduleName(text: string): string {
  const name = text === 'shell' || text.startsWith('mfe-') ? text : `mfe-${text}`
  if (!ReleasableName.safeParse(name).success) throw new CommandError(`"${text}" is no module name`)
  return name
}

/** `payment@1.2.0`. */
export function moduleVersion(text: string): readonly [name: string, version: string] {
  const [, name, version] = /^([^@]+)@([^@]+)$/.exec(text) ?? []
  if (name === undefined || !Version.safeParse(version).success) throw new CommandError(`"${text}" is not of the form payment@1.2.0`)
  return [moduleName(name), version ?? '']
}

/** `payment@1.2.0`, `payment@^1.2`, `payment@stable` or `payment@inherit`. */
export function moduleSelector(text: string): readonly [name: string, selector: string] {
  const [, name, selector] = /^([^@]+)@([^@]+)$/.exec(text) ?? []
  if (name === undefined || !Selector.safeParse(selector).success) throw new CommandError(`"${text}" is not of the form payment@1.2.0`)
  return [moduleName(name), selector ?? '']
}

/** A tenant by its host name, or in the demo by the part before `.localhost`. */
export const tenantHost = (text: string): string => (text.includes('.') ? text.toLowerCase() : `${text.toLowerCase()}.localhost`)
