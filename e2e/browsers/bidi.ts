import { WebSocketServer, type WebSocket } from 'ws'

/** What Playwright asks: a command of WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export interface Command {
  readonly id: number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** An answer of WebDriver BiDi to the command of that id. */
export type Answer =
  | { readonly type: 'success'; readonly id: number; readonly result: object }
  | { readonly type: 'error'; readonly id: number; readonly error: string; readonly message: string }

/** What `listen` tells of its one client. */
export interface Client {
  readonly socket: WebSocket
  /** Every message of the client, in order. */
  readonly onCommand: (take: (command: Command, text: string) => void) => void
}

/**
 * Waits at a port of its own for one client and says where in the words that Playwright looks for in a Firefox that it has started;
 * resolves when the client is there.
 */
export async function listen(): Promise<Client> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => { server.on('listening', resolve) })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port to listen at')
  const socket = await new Promise<WebSocket>((resolve) => {
    server.on('connection', resolve)
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${address.port}\n`)
  })
  // What comes before somebody takes it is kept: the client speaks first.
  const early: string[] = []
  let taker: ((command: Command, text: string) => void) | undefined
  const take = (text: string): void => {
    if (taker) taker(JSON.parse(text) as Command, text)
    else early.push(text)
  }
  socket.on('message', (data: Buffer) => { take(data.toString('utf8')) })
  return { socket, onCommand: (next) => { taker = next; for (const text of early.splice(0)) take(text) } }
}

/**
 * Text that Playwright enters by `fill` it writes into `value` by script, which no person can do and which React takes for its own doing.
 * Here the browser's editor types it, with the events that typing has. A frame that has the focus is answered, as Playwright expects.
 */
export const typedByEditor = (text: string): string => text.replace(/window\.__pw_bidiInsertText\((\w+)\)/,
  "(document.activeElement?.localName === 'iframe' ? document.activeElement : void document.execCommand('insertText', false, $1))")
