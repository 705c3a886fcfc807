import { Version, meets } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import { personAlone, type Identity } from '../access/identity.ts'
import { newestFirst } from '../publishing/semver-check.ts'
import type { Change } from '../storage/ledger.ts'

export const inherit = 'inherit'
const isVersion = (selector: string): boolean => Version.safeParse(selector).success
const isRange = (selector: string): boolean => /^[\^~]/.test(selector)

/** `^1.4` is `^1.4.0`. */
const whole = (range: string): string => `${range}${'.0'.repeat(3 - range.split('.').length)}`

export type SelectorKind = 'pin' | 'range' | 'label' | 'inherit'

export const selectorKind = (selector: string): SelectorKind => (isVersion(selector) ? 'pin' : isRange(selector) ? 'range' : selector === inherit ? 'inherit' : 'label')

/** How a selector became a version; `through` is the default's selector where it is inherited. */
export interface Selected {
  readonly version: string
  readonly kind: SelectorKind
  readonly through?: string
}

/** Who moved a label or a default. */
export interface Mover {
  readonly label: string
  readonly identity: Identity
}

const moverOf = (label: string, identity: Identity | null): Mover => ({ label, identity: identity ?? personAlone(label) })

/** What selectors are looked up in: one view of the data. */
export interface Selection {
  /** Published versions that nobody withdrew, by module, newest first. */
  readonly versions: ReadonlyMap<string, readonly string[]>
  readonly labels: ReadonlyMap<string, string>
  readonly defaults: ReadonlyMap<string, string>
  /** Who decided what a label or `inherit` means, by `module selector`. */
  readonly movers: ReadonlyMap<string, Mover>
}

const labelKey = (module: string, label: string): string => `${module}:${label}`

export async function readSelection({ tx }: Pick<Change, 'tx'>): Promise<Selection> {
  const versions = await tx.selectFrom('module_version').select(['name', 'version']).where('withdrawn_at', 'is', null).execute()
  const labels = await tx.selectFrom('module_label').selectAll().execute()
  const defaults = await tx.selectFrom('default_wish').selectAll().execute()
  return {
    versions: new Map([...Map.groupBy(versions, ({ name }) => name)].map(([name, rows]) => [name, rows.map(({ version }) => version).sort(newestFirst)])),
    labels: new Map(labels.map(({ module, label, version }) => [labelKey(module, label), version])),
    defaults: new Map(defaults.map(({ module, selector }) => [module, selector])),
    movers: new Map([
      ...labels.map(({ module, label, moved_by: by, moved_by_identity: identity }): [string, Mover] => [`${module} ${label}`, moverOf(by, identity)]),
      // Who inherits a label follows whoever moved that label.
      ...defaults.map(({ module, selector, changed_by: by, changed_by_identity: identity }): [string, Mover] => {
        const label = labels.find((each) => each.module === module && each.label === selector)
        return [`${module} ${inherit}`, label ? moverOf(label.moved_by, label.moved_by_identity) : moverOf(by, identity)]
      }),
    ]),
  }
}

/** The version that a selector means now. Throws UnknownVersion, UnknownLabel or NoDefault. */
export function select(selection: Selection, module: string, selector: string): Selected {
  const kind = selectorKind(selector)
  switch (kind) {
    case 'pin': return { kind, version: selector }
    case 'range': {
      const found = selection.versions.get(module)?.find((version) => !version.includes('-') && meets(whole(selector), version))
      if (found === undefined) throw new ServiceError(404, 'UnknownVersion', `No published version of ${module} is in ${selector}`)
      return { kind, version: found }
    }
    case 'label': {
      const found = selection.labels.get(labelKey(module, selector))
      if (found === undefined) throw new ServiceError(404, 'UnknownLabel', `${module} has no version labelled ${selector}`)
      return { kind, version: found }
    }
    case 'inherit': {
      const through = selection.defaults.get(module)
      if (through === undefined || through === inherit) throw new ServiceError(404, 'NoDefault', `There is no default for ${module}`)
      return { kind, version: select(selection, module, through).version, through }
    }
  }
}
