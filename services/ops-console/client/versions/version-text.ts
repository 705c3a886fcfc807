import type { ReadFrame, VersionStatus, VersionView } from '@checkin/registry'

/** Brotli bytes as people read them. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** What a version's state means for whoever wants to roll it out. */
export function statusText(status: VersionStatus): string {
  switch (status.state) {
    case 'usable': return 'It may be rolled out.'
    case 'deprecated': return `Deprecated by ${status.by}: ${status.reason}${status.instead === null ? '' : `. Take ${status.instead} instead`}${publicText(status.notice)}`
    case 'withdrawn': return `Withdrawn for ever by ${status.by}${status.reason === '' ? '' : `: ${status.reason}`}${publicText(status.notice)}`
  }
}

const publicText = (notice: string | null): string => (notice === null ? '' : `. Everybody reads: ${notice}`)

/** Who took it back from a tenant. */
export const rollbackText = ({ how, by }: VersionView['rollbacks'][number]): string => (how === 'canary' ? 'its canary was stopped' : `${by} went back`)

/** Where an error passed: in the source where a map says it, else in the published script. */
export const frameText = ({ source, sourceLine, sourceColumn, name, file, line, column }: ReadFrame): string =>
  (source === null ? `${file}, line ${line}, column ${column}` : `${name === null ? '' : `${name}: `}${source}, line ${sourceLine}, column ${sourceColumn}`)
