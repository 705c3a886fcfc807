import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '@checkin/tools/chromium'
import { runNode } from '@checkin/tools/shell-command'
import { makeLink, newBooking, tenantHost } from './product.ts'
import { chromiumFlags, keep } from './report.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Fetched when it is asked for and not before: with all it needs it is a third of everything else that this repository installs. */
const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices'] as const

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>>
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string; readonly numericValue?: number }>>
}

/** One page by Lighthouse's own mobile settings, in a browser of its own. */
async function auditPage(path: string, file: string): Promise<Report> {
  const code = await runNode(root, [
    'tools/toolchain/node_modules/pnpm/bin/pnpm.mjs', 'dlx', lighthouse, `http://${tenantHost}${path}`, '--quiet', '--output=json', `--output-path=${file}`,
    // An address that does not exist says so by its status, and has a page of the tenant all the same.
    '--ignore-status-code', `--only-categories=${categories.join(',')}`, `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`,
  ], { CHROME_PATH: findChromium() })
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} for ${path}`)
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

/** Audits of one category that cost points, by title. */
const misses = ({ categories: all, audits }: Report, name: string): readonly string[] => (all[name]?.auditRefs ?? [])
  .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => audits[id]?.title ?? id)

/** `npm run bench -- lighthouse`: the screens that a renter reaches without a login, on Lighthouse's phone. */
export async function lighthouseBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-lighthouse-'))
  const [open, completed] = [await newBooking(), await newBooking({ isCompleted: true })]
  const [verify, precheckout] = [await makeLink(open.reference, 'verify'), await makeLink(completed.reference, 'precheckout')]
  const nobody = 'A'.repeat(43)
  const pages = [
    { screen: 'find the reservation', path: '/' }, { screen: 'a link to the reservation', path: verify }, { screen: 'a link to pre-checkout', path: precheckout },
    { screen: 'a signature that is not known', path: `/completed/signed/${nobody}/sig_1` }, { screen: 'an address that does not exist', path: '/nowhere/at/all' },
  ] as const
  const rows: Record<string, unknown>[] = []
  try {
    for (const { screen, path } of pages) {
      const report = await auditPage(path, join(folder, 'report.json'))
      rows.push({ screen, ...Object.fromEntries(categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)])) })
      for (const name of categories) for (const title of misses(report, name)) console.log(`  ${screen}, ${name}: ${title}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.table(rows)
  await keep('lighthouse', { lighthouse, pages: rows })
}
