import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { rspack, type Compiler, type Configuration } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { effectiveSettings } from '@checkin/releases'
import { configOf } from '../build-module.ts'
import { readRemoteManifest } from '../module-contracts.ts'
import { forward, type Upstream } from './forward.ts'
import { servedRemote, servedRemoteConfig, servedShell, servedShellConfig, type Served } from './served-config.ts'
import { policyWith, withOverride, type PageOverride } from './served-page.ts'

/** What is served, on top of which site. */
export interface ServeOptions {
  /** The module's folder. */
  readonly dir: string
  readonly upstream: Upstream
  /** On 127.0.0.1. */
  readonly port: number
  /** Files of the shell for development; null where there are none. */
  readonly shell: { readonly served: Served; readonly folder: string } | null
  /** Says what happens, a line at a time. */
  readonly log: (line: string) => void
}

/** A development server that runs. */
export interface ModuleServer {
  readonly served: Served
  /** Open pages load anew. */
  readonly reload: () => void
  readonly close: () => Promise<void>
}

/** The stylesheets of a built shell, in the order in which its page names them. */
const stylesOf = (folder: string): readonly string[] => ['main.css'].filter((file) => existsSync(join(folder, file)))

interface OutputFiles {
  readonly readFileSync?: ((file: string) => string | Buffer) | null
}

/** `sha384-…` of the entry that the compiler made last. */
const integrityOf = (compiler: Compiler): string => {
  const { readFileSync: read } = (compiler.outputFileSystem ?? {}) as OutputFiles
  if (!read) throw new Error('Nothing was built yet')
  return `sha384-${createHash('sha384').update(read(join(compiler.outputPath, 'remoteEntry.js'))).digest('base64')}`
}

/**
 * Serves one module from its sources into the pages of a site: this server stands before it, passes everything on, and puts the module in the place of
 * the released one. Everything has the page's own origin, so the page's policy stays as strict as it is, and the site itself is asked for nothing.
 */
export async function serveModule({ dir, upstream, port, shell, log }: ServeOptions): Promise<ModuleServer> {
  const served = servedRemote(dir)
  const manifest = await readRemoteManifest(dir)
  const compiler = rspack(servedRemoteConfig(dir, await configOf(dir, { version: served.version })))
  const built = new Promise<void>((done) => { compiler.hooks.done.tap('first', () => { done() }) })
  const overrideNow = (): PageOverride => ({
    module: { ...served, steps: manifest.steps, integrity: integrityOf(compiler), ...(manifest.settings && { settings: effectiveSettings(manifest.settings, undefined) }) },
    shell: shell && { ...shell.served, styles: stylesOf(shell.folder) },
  })
  const server = new RspackDevServer({
    host: '127.0.0.1', port, hot: true, compress: false, setupExitSignals: false, historyApiFallback: false,
    // Names of this machine only: a page of elsewhere can't reach the sources by a name of its own that leads here.
    allowedHosts: ['.localhost', 'localhost', '127.0.0.1'],
    static: shell ? [{ directory: shell.folder, publicPath: shell.served.base, watch: false }] : false,
    webSocketServer: { type: 'ws', options: { path: '/dev/hot' } },
    client: { overlay: { errors: true, warnings: true, runtimeErrors: true }, webSocketURL: 'auto://0.0.0.0:0/dev/hot', logging: 'warn' },
    devMiddleware: { publicPath: served.base, index: false },
    setupMiddlewares: (middlewares) => [...middlewares, {
      name: 'site',
      middleware: (request: IncomingMessage, response: ServerResponse) => {
        void built.then(() => {
          forward(request, response, upstream, (html, policy) => {
            const override = overrideNow()
            return { html: withOverride(html, override), policy: policyWith(policy, override) }
          })
        })
      },
    }],
  }, compiler)
  compiler.hooks.done.tap('told', (stats) => {
    log(stats.hasErrors() ? stats.toString({ all: false, errors: true, colors: false }) : `${served.name}: built in ${String((stats.endTime ?? 0) - (stats.startTime ?? 0))} ms`)
  })
  await server.start()
  await built
  return { served, reload: () => { server.sendMessage(server.webSocketServer?.clients ?? [], 'static-changed') }, close: () => server.stop() }
}

/** Builds the shell for development into a folder and again whenever one of its sources changes. Resolves when it is there for the first time. */
export async function watchShell(dir: string, folder: string, changed: () => void): Promise<{ readonly served: Served; readonly folder: string; readonly close: () => Promise<void> }> {
  const compiler = rspack(servedShellConfig(dir, folder) satisfies Configuration)
  let isFirst = true
  const watching = await new Promise<{ close: (done: () => void) => void }>((done, fail) => {
    const running = compiler.watch({ aggregateTimeout: 50 }, (error, stats) => {
      const problem = error ?? (stats?.hasErrors() ? new Error(stats.toString({ all: false, errors: true, colors: false })) : null)
      if (problem) {
        if (isFirst) fail(problem)
        else process.stderr.write(`${problem.message}\n`)
        return
      }
      if (!isFirst) changed()
      isFirst = false
      done(running)
    })
  })
  return { served: servedShell(dir), folder, close: () => new Promise<void>((done) => { watching.close(() => { compiler.close(() => { done() }) }) }) }
}

/** A shell for development that was built before: in the packages of a repository that has no shell. */
export function builtShell(folder: string): { readonly served: Served; readonly folder: string } | null {
  const file = join(folder, 'served.json')
  return existsSync(file) ? { served: JSON.parse(readFileSync(file, 'utf8')) as Served, folder } : null
}
