import type { CliSettings } from './settings.ts'

/** Something that the person at the command line can mend; its message is all that is printed. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  /** What `--json` prints all the same; undefined where there is nothing. */
  readonly data: unknown

  constructor(message: string, data?: unknown) {
    super(message)
    this.data = data
  }
}

/** Versions in a line, `payment@1.2.0 shell@1.0.0`. */
export const versionsText = (modules: Readonly<Record<string, string>>): string =>
  Object.entries(modules).map(([name, version]) => `${name.replace(/^mfe-/, '')}@${version}`).join(' ')

/** An instant to the minute, UTC. */
export const minute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

/** A signed link as it is handed on, with what its holder must know. */
export function previewText({ demo, sitePort }: CliSettings, { kind, host, siteHost = host, path, expiresAt }: { readonly kind: 'preview' | 'staff'; readonly host: string; readonly siteHost?: string | undefined; readonly path: string; readonly expiresAt: string }): string {
  const site = demo ? `http://${siteHost}:${sitePort}` : `https://${siteHost}`
  return `${site}${path}\nGood until ${minute(expiresAt)} UTC. ${kind === 'staff' ? 'Whoever has the link can open it.' : 'It opens for who made it, in a browser that is signed in at the console; one of a pipeline for whoever may make one.'}`
}

/** What ends a line, moves the cursor or turns the direction of writing. */
const control = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Rows below their heading, each column as wide as its widest cell. Words of people can not look like another row, nor hide what stands beside them. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heading, ...rows.map((row) => row.map((cell) => cell.replace(control, ' ')))]
  const widths = heading.map((_cell, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...all.slice(1).map(line)].join('\n')
}

/** Where everybody reads which versions may be rolled out: of a module, or of all. */
export const statusPage = ({ registry }: Pick<CliSettings, 'registry'>, name?: string): string => `${registry.replace(/\/$/, '')}/status${name === undefined ? '' : `/${name}`}`
