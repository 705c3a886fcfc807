import { Counter } from 'prom-client'
import type { Service } from '@checkin/server'
import type { Releases } from '../releases/snapshot.ts'
import { sourceTroubles, type CheckedAssetsOptions, type SignedFile } from './asset-origins.ts'

/** What the sets of the snapshot in use say of `<name>/<version>/<path>`; null for a file of none of them. */
export function signedFile(releases: Releases | null, path: string): SignedFile | null {
  const [name = '', version, ...rest] = path.split('/')
  for (const { shell, modules } of releases?.sets.values() ?? []) {
    const manifest = shell.name === name ? shell : modules[name]
    if (manifest !== undefined && manifest.version === version) return manifest.files.find((file) => file.path === rest.join('/')) ?? null
  }
  return null
}

/** Log lines and figures about the sources of published files, which are known by name (docs/operations.md). */
export function sourceNotes({ app, metrics }: Pick<Service, 'app' | 'metrics'>, sources: readonly string[]): Pick<CheckedAssetsOptions, 'onTrouble' | 'onRecovery'> {
  const troubles = new Counter({ name: 'checkin_asset_source_troubles_total', help: 'Published files that a source did not give as they were signed', labelNames: ['source', 'trouble'], registers: [metrics] })
  const recoveries = new Counter({ name: 'checkin_asset_recoveries_total', help: 'Published files that a further origin gave', labelNames: ['source'], registers: [metrics] })
  // Series that are there from the start: the first trouble is an increase too.
  for (const source of sources) for (const trouble of sourceTroubles) troubles.inc({ source, trouble }, 0)
  return {
    onTrouble: (source, trouble, path) => {
      troubles.inc({ source, trouble })
      app.log.warn({ source, trouble, path }, 'a source did not give a published file as it was signed')
    },
    onRecovery: (source, path) => {
      recoveries.inc({ source })
      app.log.info({ source, path }, 'a further origin gave a published file')
    },
  }
}
