import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** An error of WebDriver: its code, like `no such window`. */
export class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** One browser with a profile of its own, behind its own driver: that driver has one session. */
export interface Driver {
  /** A command of WebDriver (https://www.w3.org/TR/webdriver2/), by its path after the session. Throws a `DriverError`. */
  readonly call: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
  readonly version: string
  readonly end: () => Promise<void>
}

const miniBrowsers = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) => ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`))

/** A port that nobody listens at now. */
const freePort = (): Promise<number> => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => { resolve(typeof address === 'object' && address ? address.port : 0) })
  })
})

/**
 * Milliseconds until a script is given up. None here waits for anything, but one that comes while the browser changes the page's process is
 * never answered, and the driver's own time limit ends with the process that was left.
 */
const scriptTime = 5000

/** Nothing moves where a person has asked for that, and the bar above the page, which a phone does not have, is as narrow as it can be. */
function settings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkin-webkit-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), 'toolbar, toolbar *, headerbar, headerbar * { min-width: 0; padding: 0; margin: 0; font-size: 1px; }\n')
  return folder
}

/** A screen without glass, for as long as the process lives; answers its name. */
export async function startScreen(): Promise<string> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1400x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  process.on('exit', () => screen.kill())
  const name = await new Promise<string>((resolve, reject) => {
    screen.on('error', reject)
    screen.stdio[3]?.on('data', (text: Buffer) => { resolve(`:${text.toString().trim()}`) })
  })
  manageWindows(name)
  return name
}

/** Gives each new window the focus, without which a page's fields are never the active ones, and no frame. Without this program the first window alone has it. */
function manageWindows(screen: string): void {
  const file = join(mkdtempSync(join(tmpdir(), 'checkin-openbox-')), 'rc.xml')
  writeFileSync(file, '<openbox_config xmlns="http://openbox.org/3.4/rc"><focus><focusNew>yes</focusNew></focus><applications><application class="*"><decor>no</decor><focus>yes</focus></application></applications></openbox_config>\n')
  const manager = spawn('openbox', ['--sm-disable', '--config-file', file], { stdio: 'ignore', env: { ...process.env, DISPLAY: screen } })
  manager.on('error', () => undefined)
  process.on('exit', () => manager.kill())
}

/** Starts a browser on a screen, in a time zone, behind a proxy (`host:port`). */
export async function startDriver(binary: string, { screen, zone, proxy }: { readonly screen: string; readonly zone: string; readonly proxy: string }): Promise<Driver> {
  const port = await freePort()
  const driver: ChildProcess = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, DISPLAY: screen, TZ: zone, XDG_CONFIG_HOME: settings(), NO_AT_BRIDGE: '1' },
  })
  process.on('exit', () => driver.kill())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, body?: object): Promise<unknown> => new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : ''
    const call = request({ host: '127.0.0.1', port, method, path, agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } }, (answer) => {
      let received = ''
      answer.setEncoding('utf8').on('data', (part: string) => { received += part }).on('end', () => {
        const { value } = JSON.parse(received) as { value: unknown }
        if (answer.statusCode === 200) { resolve(value); return }
        const { error, message } = value as { error: string; message: string }
        reject(new DriverError(error, message))
      })
    })
    call.setNoDelay(true)
    call.on('error', reject)
    if (path.endsWith('/execute/async')) call.setTimeout(scriptTime, () => { call.destroy(new DriverError('script timeout', 'the page never answered')) })
    call.end(text)
  })
  for (;;) {
    const isThere = await send('GET', '/status').then(() => true, () => false)
    if (isThere) break
    await pause(50)
  }
  const capabilities = { pageLoadStrategy: 'none', proxy: { proxyType: 'manual', httpProxy: proxy }, 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const { sessionId, capabilities: has } = await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } }) as { sessionId: string; capabilities: { browserVersion: string } }
  return {
    call: (method, path, body) => send(method, `/session/${sessionId}${path}`, body ?? (method === 'POST' ? {} : undefined)),
    version: has.browserVersion,
    end: async () => {
      await send('DELETE', `/session/${sessionId}`).catch(() => undefined)
      driver.kill()
    },
  }
}

/** Where Debian and others put the browser that the driver starts. */
export const miniBrowserPaths = miniBrowsers
