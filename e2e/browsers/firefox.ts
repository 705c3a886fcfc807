import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { listen, typedByEditor } from './bidi.ts'

/**
 * Stands between Playwright and an unmodified Firefox, which Playwright starts by this script (decision 0138): both speak WebDriver BiDi,
 * but Playwright asks for commands that no released Firefox has. Those are answered here, and what they would do is set as a preference
 * of the profile instead (`support/browser.ts`); everything else goes through as it is.
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
browser.on('message', (data: Buffer) => { socket.send(data.toString('utf8')) })
browser.on('close', () => { socket.close() })
socket.on('close', () => { firefox.kill() })
onCommand(({ id, method }, text) => {
  if (unknownToFirefox.has(method)) socket.send(JSON.stringify({ type: 'success', id, result: {} }))
  else browser.send(typedByEditor(text))
})
