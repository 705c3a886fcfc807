import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import * as z from 'zod'

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const

/** A known weakness of a package that the product ships. */
export interface Weakness {
  /** Number at GitHub's database of advisories, or the registry's own. */
  readonly id: string
  readonly name: string
  readonly severity: (typeof severities)[number]
  readonly title: string
}

/** What an audit of the dependencies came to: `skipped` where nobody answered it, which is no word for or against them. */
export type Audit = { readonly kind: 'skipped'; readonly why: string } | { readonly kind: 'done'; readonly weaknesses: readonly Weakness[] }

/** A weakness that the product lives with until a plain date, YYYY-MM-DD, because it cannot be reached or nothing mends it yet. */
export interface Accepted {
  readonly id: string
  readonly until: string
  readonly why: string
}

const Advisories = z.object({
  advisories: z.record(z.string(), z.object({ id: z.number(), url: z.optional(z.string()), module_name: z.string(), severity: z.enum(severities), title: z.string() })),
})
const Refused = z.object({ error: z.object({ code: z.string() }) })

/** Milliseconds for an answer: a registry that keeps still stops nobody's tests. */
const patienceMs = 60_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Asks the registry that packages are installed from what is known against the ones that are shipped, by the lock file (ASVS 15.2.1).
 * `options` go to pnpm. Says nothing of where the registry is.
 */
export const auditDependencies = (options: readonly string[] = [], timeout = patienceMs): Promise<Audit> => new Promise((resolve) => {
  const pnpm = join(projectRoot, 'tools', 'toolchain', 'node_modules', 'pnpm', 'bin', 'pnpm.mjs')
  execFile(process.execPath, [pnpm, 'audit', '--prod', '--json', ...options], { cwd: projectRoot, timeout, maxBuffer: 1 << 26 }, (error, text) => {
    const answer = parsed(text)
    const found = Advisories.safeParse(answer)
    if (found.success) {
      const weaknesses = Object.values(found.data.advisories).map(({ id, url = '', module_name: name, severity, title }) => ({ id: /GHSA-[\w-]+/.exec(url)?.[0] ?? String(id), name, severity, title }))
      resolve({ kind: 'done', weaknesses })
      return
    }
    const refused = Refused.safeParse(answer)
    resolve({ kind: 'skipped', why: refused.success ? refused.data.error.code : error?.killed ? 'no answer in time' : 'no answer that can be read' })
  })
})

/** The weaknesses that have to be mended now: moderate and worse, and not accepted on that day. */
export const toMend = (weaknesses: readonly Weakness[], accepted: readonly Accepted[], today: string): readonly Weakness[] =>
  weaknesses.filter(({ id, severity }) => severities.indexOf(severity) >= severities.indexOf('moderate') && !accepted.some((each) => each.id === id && today <= each.until))
