import { Agent, request } from 'node:http'
import { port, tenantHost } from './product.ts'
import { keep, percentile } from './report.ts'

/** One page, as a returning visit asks for it. */
const get = (agent: Agent, cookie: string): Promise<{ readonly cookies: readonly string[]; readonly bytes: number }> =>
  new Promise((done, fail) => {
    const sent = request({ agent, host: '127.0.0.1', port, path: '/', headers: { host: tenantHost, 'accept-encoding': 'br', ...(cookie !== '' && { cookie }) } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => { bytes += part.length })
      answer.on('end', () => {
        if (answer.statusCode === 200) done({ cookies: answer.headers['set-cookie'] ?? [], bytes })
        else fail(new Error(`the site answered ${answer.statusCode}`))
      })
    })
    sent.on('error', fail)
    sent.end()
  })

/** `npm run bench -- html [requests]`: how long the site takes for a page that it has in memory, one request after the other. */
export async function htmlBench(args: readonly string[]): Promise<void> {
  const requests = Number(args[0] ?? 3000)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const first = await get(agent, '')
  const cookie = first.cookies.map((each) => each.split(';')[0]).join('; ')
  for (let at = 0; at < 200; at += 1) await get(agent, cookie)
  const times: number[] = []
  for (let at = 0; at < requests; at += 1) {
    const started = performance.now()
    await get(agent, cookie)
    times.push(performance.now() - started)
  }
  agent.destroy()
  const figures = { 'p50, ms': percentile(times, 0.5), 'p99, ms': percentile(times, 0.99), 'bytes, brotli': first.bytes }
  console.table(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 100) / 100])))
  await keep('html', { requests, figures })
}
