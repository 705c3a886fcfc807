import { createSocket } from 'node:dgram'
import { hitPath } from './foreign-server.ts'
import type { World } from './both-ways.ts'

const patience = 5000

/** Ways out of a page that no policy of any browser closes to code that runs there: they are known, and shown to be so (SEC-22). */
export const waysOut = ['leading the page away', 'a page that leads itself away', 'a connection between browsers'] as const

/** Takes each of them in the page at an address of the product, as it is served; answers those that led out. */
export async function takesWaysOut({ browser, foreign }: World, address: string): Promise<readonly string[]> {
  const out: string[] = []
  const eventually = async (isOut: () => boolean): Promise<boolean> => {
    for (const begun = Date.now(); Date.now() - begun < patience && !isOut();) await new Promise((resolve) => { setTimeout(resolve, 50) })
    return isOut()
  }
  const taking = async (name: (typeof waysOut)[number], isOut: () => boolean, code: string): Promise<void> => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(address)
    await page.evaluate(code).catch(() => undefined)
    if (await eventually(isOut)) out.push(name)
    await context.close()
  }
  const at = (name: string): string => JSON.stringify(`${foreign.origin()}${hitPath(0, name)}`)
  const [led, refreshed, between] = waysOut
  await taking(led, () => foreign.hits(0).has(led), `location.href = ${at(led)}`)
  await taking(refreshed, () => foreign.hits(0).has(refreshed), `(() => { const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;url=' + ${at(refreshed)}; document.head.append(meta) })()`)
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', () => { asked += 1 })
  await new Promise<void>((resolve) => { socket.bind(0, '127.0.0.1', resolve) })
  const { port } = socket.address()
  await taking(between, () => asked > 0, `(async () => { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); peer.createDataChannel('told'); await peer.setLocalDescription(await peer.createOffer()) })()`)
  socket.close()
  return out
}
