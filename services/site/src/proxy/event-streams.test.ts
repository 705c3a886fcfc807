import { get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import type { Service } from '@checkin/server'
import { afterEach, describe, expect, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'
import type { SiteLimits } from '../settings.ts'

let site: WholeSite | undefined
let api: Service | undefined
const open: IncomingMessage[] = []
afterEach(async () => {
  for (const each of open.splice(0)) each.destroy()
  await site?.stop()
  await api?.stop()
  site = api = undefined
})

/** A site before an API that streams; answers how many pages it has. */
async function started(limits: Partial<SiteLimits> = {}) {
  const streams = new Set<PassThrough>()
  api = anApi({ drainMs: 100 })
  api.app.get('/api/hand-over/events', (_request, reply) => {
    const stream = new PassThrough()
    streams.add(stream)
    stream.once('close', () => { streams.delete(stream) })
    stream.write(': listening\n\n')
    return reply.header('content-type', 'text/event-stream').send(stream)
  })
  site = await wholeSite({ apiPort: await api.listen({ port: 0 }), limits })
  return { port: site.port, streams, write: (text: string) => { for (const stream of streams) stream.write(text) } }
}

/** A page that listens, and what it has heard. */
function listening(port: number): Promise<{ readonly status: number; readonly heard: () => string; readonly isOver: () => boolean; readonly leave: () => void }> {
  return new Promise((resolve, reject) => {
    get({ port, path: '/api/hand-over/events', headers: { host: tenant } }, (answer) => {
      let text = ''
      open.push(answer)
      answer.on('data', (part: Buffer) => { text += part.toString() }).on('error', () => undefined)
      resolve({ status: answer.statusCode ?? 0, heard: () => text, isOver: () => answer.destroyed || answer.complete, leave: () => { answer.destroy() } })
    }).on('error', reject)
  })
}

describe('a stream of events through the site (API-48, decision 0186)', () => {
  it('reaches the page as it comes, for longer than a call may be silent, as long as it gives signs of life', async () => {
    const { port, write } = await started({ readMs: 1500 })
    const page = await listening(port)
    for (let at = 0; at < 6; at += 1) {
      write(`: ${at}\n\n`)
      await expect.poll(page.heard).toContain(`: ${at}\n`)
      await new Promise((done) => { setTimeout(done, 400) })
    }
    expect(page.isOver()).toBe(false)
    // Without any it is given up.
    await expect.poll(page.isOver).toBe(true)
  })

  it('ends at the API when the page goes away, and has no place of those that calls have', async () => {
    const { port, streams } = await started({ apiConnections: 1 })
    const pages = await Promise.all([listening(port), listening(port), listening(port)])
    expect(streams.size).toBe(3)
    const answer = await fetch(`http://127.0.0.1:${port}/api/config`)
    expect([200, 421, 404]).toContain(answer.status)
    for (const page of pages) page.leave()
    await expect.poll(() => streams.size).toBe(0)
  })

  it('is refused beyond the share of a network, and there is room again when one has left', async () => {
    const { port, streams } = await started({ streamsPerNetwork: 2 })
    const [first, , third] = await Promise.all([listening(port), listening(port)]).then(async (pages) => [...pages, await listening(port)])
    expect(third?.status).toBe(429)
    first?.leave()
    await expect.poll(() => streams.size).toBe(1)
    expect((await listening(port)).status).toBe(200)
  })

  it('keeps no site server from stopping', async () => {
    const { port } = await started()
    const page = await listening(port)
    await site?.stop()
    site = undefined
    await expect.poll(page.isOver).toBe(true)
  })
})
