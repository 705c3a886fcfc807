/** The addresses of one installation, all from `CHECKIN_PORT` (docs/operations.md). */
export interface Ports {
  readonly site: number
  readonly ops: number
  readonly sandboxes: number
  readonly mailbox: number
  readonly api: number
  readonly registry: number
  readonly siteMetrics: number
  readonly smtp: number
}

export const portsFrom = (base: number): Ports => ({
  site: base, ops: base + 1, sandboxes: base + 2, mailbox: base + 3, api: base + 4, registry: base + 5, siteMetrics: base + 6, smtp: base + 25,
})
