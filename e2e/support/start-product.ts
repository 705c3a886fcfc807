import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { otlpCollector } from '@checkin/testing/otlp-collector'
import { dataDir, logFile, port, root, spansFile } from './addresses.ts'

/** Starts the product with its own command on an empty data folder and waits for its table of addresses. */
export default async function startProduct(): Promise<() => Promise<void>> {
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  // Every line that any service writes: a journey looks there for what must not be written.
  const log = createWriteStream(logFile)
  const spans = createWriteStream(spansFile)
  const collector = await otlpCollector({ took: (taken) => { spans.write(taken.map((span) => `${JSON.stringify(span)}\n`).join('')) } })
  const product = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/demo/src/main.ts')], {
    cwd: root,
    env: { ...process.env, CHECKIN_PORT: String(port), CHECKIN_DATA_DIR: dataDir, CHECKIN_LOG_LEVEL: 'info', CHECKIN_NETWORK_MISSES: '1000', OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, CHECKIN_TRACE_HOSTS: 'card.localhost' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  product.stdout.pipe(log)
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
    product.on('exit', () => { void collector.stop().then(resolve) })
    product.kill('SIGTERM')
  })
}
