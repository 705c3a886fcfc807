import type { Tried } from '@checkin/testing/hostile-tries'
import { internalFetch } from '../http/internal-fetch.ts'
import { policyReportPath } from '../security/policy-reports.ts'

/** A server behind a proxy that takes reports of its own pages' policy (DEC-341, DEC-349). */
export interface ReportedServer {
  readonly port: number
  /** A host name of its pages, which it has by https. */
  readonly host: string
  /** What Prometheus would read. */
  readonly metrics: () => Promise<string>
}

const invented = ['evil-src', '__proto__', 'constructor', 'toString', 'script-src"} 9', 'script-src\n', 'SCRIPT-SRC', '\u0000', '\ud800', 'x'.repeat(3900), '<script>', 'https://costaverde.example/?code=123456']
const former = (directive: unknown, blocked: unknown) => ({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked } })
const present = (directive: unknown, blocked: unknown) => [{ type: 'csp-violation', body: { effectiveDirective: directive, blockedURL: blocked } }]
const csp = 'application/csp-report'
const reporting = 'application/reports+json'

const series = /^checkin_policy_reports_total\{directive="([a-z-]+)",blocked="([a-z-]+)"[^}]*\} (\d+)$/
const blockedKinds = new Set(['inline', 'eval', 'trusted-types', 'data', 'blob', 'extension', 'own', 'foreign', 'other'])

/**
 * Attacks on the collector of policy reports, each from a network of its own: names of nobody's list, bodies that cannot be read, other types, pages of others, other hosts, and floods.
 * Through is what is counted when it should not be, what adds a series, and what the server does not answer as it should.
 */
export async function policyReportAttacks(tried: Tried, { port, host, metrics }: ReportedServer): Promise<void> {
  let network = 0
  const send = async (body: unknown, type = csp, headers: Readonly<Record<string, string>> = {}, from = `10.${Math.floor((network += 1) / 250)}.${network % 250}.1`): Promise<number> =>
    (await internalFetch(`http://127.0.0.1:${port}${policyReportPath}`, {
      method: 'POST', headers: { host, ...(type !== '' && { 'content-type': type }), 'x-forwarded-for': from, ...headers }, body: typeof body === 'string' ? body : JSON.stringify(body),
    })).status
  const found = async () => {
    const lines = (await metrics()).split('\n').filter((line) => line.startsWith('checkin_policy_reports_total'))
    const known = lines.map((line) => series.exec(line))
    return { sum: known.reduce((sum, each) => sum + Number(each?.[3] ?? 0), 0), isClosed: known.every((each) => each !== null && blockedKinds.has(each[2] ?? '')), directives: new Set(known.map((each) => each?.[1])) }
  }
  /** Whether an attack was counted at all. */
  const counts = async (attack: () => Promise<number>, answers: readonly number[]): Promise<boolean> => {
    const { sum } = await found()
    const status = await attack()
    return !answers.includes(status) || (await found()).sum !== sum || 'polluted' in {}
  }

  // What is right is counted, or nothing below would prove anything.
  const first = await send(former('script-src', 'inline'))
  if (first !== 204 || (await found()).sum !== 1) throw new Error('A good report is not counted')

  for (const word of invented) {
    for (const [what, body, type] of [['directive', former(word, 'inline'), csp], ['kind', former('script-src', word), csp], ['directive, newer', present(word, 'inline'), reporting], ['kind, newer', present('script-src', word), reporting]] as const) {
      const status = await send(body, type)
      const { isClosed, directives } = await found()
      tried(`${what} ${word.slice(0, 16)}`, status !== 204 || !isClosed || directives.size > 2)
    }
  }

  const deep = `${'['.repeat(7000)}${']'.repeat(7000)}`
  const unreadable: Readonly<Record<string, string>> = {
    'half a body': '{"csp-report":', 'nothing': '', 'null': 'null', 'a number': '1e999', 'a text': '"csp-report"', 'lists in lists': deep, 'a prototype': '{"__proto__":{"polluted":1,"csp-report":{}}}', 'a prototype of a report': '[{"type":"crash","body":{},"__proto__":{"polluted":1}}]',
    'a constructor': '{"constructor":{"prototype":{"polluted":1}}}', 'a list as the report': '{"csp-report":[1]}', 'a kind that is no text': JSON.stringify(former('script-src', {})), 'a body that is none': '[{"type":"csp-violation","body":null}]',
    'another kind of report': '[{"type":"deprecation","body":{"effectiveDirective":"script-src","blockedURL":"inline"}}]', 'a hundred and one': JSON.stringify(Array.from({ length: 101 }, () => ({ type: 'csp-violation', body: {} }))), 'a name of 5,000 characters': JSON.stringify(former('x'.repeat(5000), 'inline')),
  }
  for (const [what, body] of Object.entries(unreadable)) tried(what, await counts(() => send(body, what.startsWith('a hundred') ? reporting : csp), [204, 400]))
  for (const length of [17_000, 1_000_000]) tried(`a body of ${length}`, await counts(() => send('x'.repeat(length)), [413]))
  for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) tried(`as ${type || 'nothing'}`, await counts(() => send(former('script-src', 'inline'), type), [415]))

  const others: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' }, { origin: `http://${host}` }, { origin: `https://${host}.evil.example` }, { origin: `https://${host}:8443` }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' }, { origin: `https://${host}`, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of others) for (const [body, type] of [[former('script-src', 'inline'), csp], [present('script-src', 'inline'), reporting]] as const) tried(`from ${Object.values(headers).join(', ')}`, await counts(() => send(body, type, headers), [204]))
  for (const name of ['evil.example', `evil.${host}`, `${host}.evil.example`, '127.0.0.1', '']) tried(`to ${name || 'nobody'}`, await counts(() => send(former('script-src', 'inline'), csp, { host: name }), [204, 400, 421]))

  const many = Array.from({ length: 100 }, () => present('img-src', 'inline')[0])
  const before = (await found()).sum
  for (let at = 0; at < 5; at += 1) await send(many, reporting, {}, `192.0.2.${at}`)
  tried('five hundred of one network', (await found()).sum > before + 20)
  for (let at = 0; at < 40; at += 1) await send(former('img-src', 'inline'), csp, { 'x-forwarded-for': `198.18.${at}.1, 192.0.2.1` })
  tried('addresses that a client invents before the proxy\'s', (await found()).sum > before + 20)
  for (let at = 0; at < 40; at += 1) await send(many, reporting, {}, `198.51.${at}.1`)
  tried('four thousand of forty networks', (await found()).sum > 500)
}
