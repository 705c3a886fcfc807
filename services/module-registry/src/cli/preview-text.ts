import type { CliSettings } from './settings.ts'

/** A signed link as it is handed on, with what its holder must know. */
export function previewText({ demo, sitePort }: CliSettings, { host, path, expiresAt }: { readonly host: string; readonly path: string; readonly expiresAt: string }): string {
  const site = demo ? `http://${host}:${sitePort}` : `https://${host}`
  return `${site}${path}\nGood until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC. Whoever has the link can open it.`
}
