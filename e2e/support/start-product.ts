import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { otlpCollector } from '@checkin/testing/otlp-collector'
import { dataDir, logFile, port, root, spansFile } from './addresses.ts'

/** A product of its own. */
export interface ProductPlace {
  readonly port: number
  readonly dataDir: string
  /** Settings beside those of the demo. */
  readonly env: Readonly<Record<string, string>>
  /** Takes every line that any service writes. */
  readonly log?: NodeJS.WritableStream
}

/** Starts a product with its own command on what lies in its folder and waits for its table of addresses; answers how to stop it. */
export async function startAt({ port: base, dataDir: folder, env, log }: ProductPlace): Promise<() => Promise<void>> {
  const product = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/demo/src/main.ts')], {
    cwd: root, env: { ...process.env, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'info', CHECKIN_STOP_WITH_PARENT: '1', ...env }, stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (log) product.stdout.pipe(log)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    product.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      if (output.includes('Ctrl-C stops everything')) resolve()
    })
    product.on('exit', (code) => { reject(new Error(`the product stopped while starting (exit ${code}):\n${output}`)) })
  })
  return () => new Promise<void>((resolve) => {
    product.removeAllListeners('exit')
    product.on('exit', () => { resolve() })
    product.kill('SIGTERM')
  })
}

/** Starts the product of all journeys on an empty data folder. */
export default async function startProduct(): Promise<() => Promise<void>> {
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  // Every line that any service writes: a journey looks there for what must not be written.
  const log = createWriteStream(logFile)
  const spans = createWriteStream(spansFile)
  // Only a renters' journey asks for them, and they cost every process something.
  const collector = process.env['CHECKIN_E2E_PART'] === 'releases' ? null : await otlpCollector({ took: (taken) => { spans.write(taken.map((span) => `${JSON.stringify(span)}\n`).join('')) } })
  const stop = await startAt({ port, dataDir, env: { CHECKIN_NETWORK_MISSES: '1000', ...(collector && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, CHECKIN_TRACE_HOSTS: 'card.localhost' }) }, log })
  return async () => {
    await stop()
    await collector?.stop()
  }
}
