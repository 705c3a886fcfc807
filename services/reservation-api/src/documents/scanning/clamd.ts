import { connect, type Socket } from 'node:net'

/** What an antivirus engine says of a file; `unknown` where it could not be asked, or did not scan all of it. */
export type ScanResult = { readonly kind: 'clean' } | { readonly kind: 'infected'; readonly name: string } | { readonly kind: 'unknown'; readonly why: string }

/** An antivirus engine: the port that a scanner of another make is put behind. Never rejects. */
export type Scanner = (file: Uint8Array) => Promise<ScanResult>

/** Where clamd listens. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number }

/** Bytes of one chunk. */
const chunkBytes = 64 * 1024
/** An answer of clamd is one short line. */
const mostAnswer = 4096

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** A file as `zINSTREAM` takes it: chunks with their length before them, big-endian in four bytes, and an empty one as the end (clamd(8)). */
function send(socket: Socket, file: Uint8Array): void {
  socket.write('zINSTREAM\0')
  for (let at = 0; at < file.length; at += chunkBytes) {
    const chunk = file.subarray(at, at + chunkBytes)
    socket.write(lengthOf(chunk.length))
    socket.write(chunk)
  }
  socket.write(lengthOf(0))
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`, or a line that ends with ERROR, such as that of `StreamMaxLength`. */
function resultOf(answer: string): ScanResult {
  const line = answer.replace(/\0.*$/s, '').trim()
  if (line === 'stream: OK') return { kind: 'clean' }
  const [, name] = /^stream: (.{1,200}) FOUND$/.exec(line) ?? []
  return name === undefined ? { kind: 'unknown', why: line === '' ? 'it hung up' : 'it answered with an error' } : { kind: 'infected', name }
}

/** Asks ClamAV's daemon, a connection for each file (ASVS 5.4.3). */
export const clamd = (address: ClamdAddress, timeoutMs = 8000): Scanner => (file) => new Promise((resolve) => {
  const socket = connect(address)
  let answer = ''
  const done = (result: ScanResult): void => {
    socket.destroy()
    resolve(result)
  }
  // Of the whole, so that one who answers byte by byte keeps nobody waiting.
  const deadline = setTimeout(() => { done({ kind: 'unknown', why: 'it took too long' }) }, timeoutMs)
  socket.on('close', () => { clearTimeout(deadline) })
  socket.on('connect', () => { send(socket, file) })
  socket.on('data', (part: Buffer) => {
    answer += part.toString('utf8')
    if (answer.includes('\0') || answer.length > mostAnswer) done(resultOf(answer))
  })
  socket.on('end', () => { done(resultOf(answer)) })
  // clamd closes while a file that is too long is still being sent; what it answered before counts.
  socket.on('error', () => { done(answer === '' ? { kind: 'unknown', why: 'it could not be reached' } : resultOf(answer)) })
})
