import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { listen, typedByEditor, type Command } from './bidi.ts'

/**
 * Stands between Playwright and an unmodified Firefox, which Playwright starts by this script (decision 0138): both speak WebDriver BiDi,
 * but Playwright asks for commands that no released Firefox has. Those are answered here, and what they would do is set as a preference
 * of the profile instead (`support/browser.ts`). Keys go to the frame that has the focus; nearly everything else goes through as it is.
 */
const unknownToFirefox = new Set(['emulation.setMediaFeaturesOverride'])

const firefox = spawn(process.env['CHECKIN_FIREFOX'] ?? 'firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal))

const address = await new Promise<string>((resolve) => {
  createInterface({ input: firefox.stderr }).on('line', (line) => {
    const [, found] = /^WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? []
    if (found) resolve(`${found}/session`)
    else process.stderr.write(`${line}\n`)
  })
})
const { socket, onCommand } = await listen()
const browser = new WebSocket(address, { maxPayload: 0 })
await new Promise((resolve) => { browser.on('open', resolve) })

/** Numbers of the relay's own commands: no client gets so far. */
let ownId = 2 ** 40
const asked = new Map<number, (result: unknown) => void>()

/** Asks Firefox itself; undefined where it answers with an error. */
const ask = (method: string, params: object): Promise<unknown> => new Promise((resolve) => {
  asked.set(ownId += 1, resolve)
  browser.send(JSON.stringify({ id: ownId, method, params }))
})

/** The frame below a context that has the focus, however deep. Firefox does not pass keys on to a frame of another site, which has a process of its own. */
async function focusedIn(context: string): Promise<string> {
  const functionDeclaration = '() => document.activeElement?.localName === "iframe" ? document.activeElement.contentWindow : null'
  const answer = await ask('script.callFunction', { functionDeclaration, awaitPromise: false, target: { context } }) as { result?: { type: string; value?: { context: string } } } | undefined
  const below = answer?.result?.type === 'window' ? answer.result.value?.context : undefined
  return below === undefined ? context : focusedIn(below)
}

async function pressed({ id, method, params }: Command): Promise<void> {
  browser.send(JSON.stringify({ id, method, params: { ...params, context: await focusedIn(String(params['context'])) } }))
}
const isOfKeys = ({ method, params }: Command): boolean => method === 'input.performActions' && (params['actions'] as { type: string }[]).some(({ type }) => type === 'key')

browser.on('message', (data: Buffer) => {
  const text = data.toString('utf8')
  const { id, result } = asked.size > 0 ? JSON.parse(text) as { id?: number; result?: unknown } : {}
  const resolve = id === undefined ? undefined : asked.get(id)
  if (id === undefined || !resolve) { socket.send(text); return }
  asked.delete(id)
  resolve(result)
})
browser.on('close', () => { socket.close() })
socket.on('close', () => { firefox.kill() })
onCommand((command, text) => {
  if (unknownToFirefox.has(command.method)) socket.send(JSON.stringify({ type: 'success', id: command.id, result: {} }))
  else if (isOfKeys(command)) void pressed(command)
  // Playwright waits for what the journey asks for; Firefox would wait for the page's scripts too, which a journey may hold back.
  else if (command.method === 'browsingContext.reload') browser.send(JSON.stringify({ ...command, params: { ...command.params, wait: 'none' } }))
  else browser.send(typedByEditor(text))
})
