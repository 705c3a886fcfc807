import { ban, type Ban, type ImportRule } from './import-rule.ts'

/** The layers of one service, each a folder of its `src`, the highest first. Layers of one row do not know each other. */
export interface ServiceLayers {
  readonly path: string
  readonly rows: readonly (readonly string[])[]
  /** Files directly in `src` put the layers together; only the one named here is known to a layer: by those of the first rows, so many. */
  readonly shared: { readonly file: string; readonly rows: number }
}

export const reservationApiLayers: ServiceLayers = {
  path: 'services/reservation-api',
  rows: [
    ['http'], ['fleet', 'operators'], ['checkin'], ['sealing'], ['agreement'], ['payments'], ['drivers'], ['reservations'], ['identity'], ['mail'], ['tenants'], ['documents'],
    ['keys'], ['database', 'pricing'],
  ],
  shared: { file: 'tables.ts', rows: 4 },
}

/**
 * What the files of each layer may not import beside what the whole package may not (`always`): a layer above or beside their own, and the files that
 * put the layers together. Two entries per layer, because the way out of a sub-folder is longer.
 */
export function layerRules({ path, rows, shared }: ServiceLayers, always: readonly Ban[]): ImportRule[] {
  return rows.flatMap((row, at) => row.flatMap((layer) => {
    const upwards = rows.slice(0, at + 1).flat().filter((each) => each !== layer)
    const known = at < shared.rows ? `(?!${shared.file.replace('.', '\\.')}$)` : ''
    return ['', '/*'].map((folder, depth) => {
      const out = '\\.\\./'.repeat(depth + 1)
      return {
        files: [`${path}/src/${layer}${folder}/*.ts`],
        bans: [
          ...always,
          ...upwards.length > 0 ? [ban(`^${out}(${upwards.join('|')})/`, `The layer "${layer}" does not know those above or beside it: let app.ts pass in what it needs.`)] : [],
          ban(`^${out}${known}[^/]+$`, 'A layer does not know the files that put the layers together.'),
        ],
      }
    })
  }))
}
