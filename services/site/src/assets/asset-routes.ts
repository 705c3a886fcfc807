import type { FastifyInstance, FastifyReply } from 'fastify'
import { FilePath, ReleasableName, Version } from '@checkin/releases'
import { relayHeader } from './asset-origins.ts'
import { openedBytes, type AssetReader, type OpenedAsset } from './asset-reader.ts'
import type { Dictionaries } from './dictionaries.ts'

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  bin: 'application/octet-stream',
}

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/**
 * Serves published files: immutable, compressed when they were published. An address without a file is an honest 404,
 * because a page in its place would be taken for a script. Another server that asks because its own files failed gets what `own` has.
 */
export function assetRoutes(app: FastifyInstance, { assets: all, own, dictionaries }: { readonly assets: AssetReader; readonly own: AssetReader; readonly dictionaries: Dictionaries }): void {
  app.get<{ Params: { name: string; version: string; '*': string } }>('/assets/:name/:version/*', async (request, reply) => {
    const { name, version, '*': path } = request.params
    const type = types[path.split('.').pop() ?? '']
    if (!type || !ReleasableName.safeParse(name).success || !Version.safeParse(version).success || !FilePath.safeParse(path).success) return notFound(reply)
    const assets = request.headers[relayHeader] === undefined ? all : own
    const file = `${name}/${version}/${path}`
    const accepted = request.headers['accept-encoding'] ?? ''
    void reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding, Available-Dictionary', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'same-origin' })
    const offer = dictionaries.offer({ name, version, path })
    const found = (answer: FastifyReply, opened: OpenedAsset): FastifyReply => send(offer ? answer.header('use-as-dictionary', offer) : answer, opened)
    const held = { id: headerOf(request.headers['dictionary-id']), hash: headerOf(request.headers['available-dictionary']) }
    const difference = assets === all && /\bdcz\b/.test(accepted) ? await dictionaries.packed({ name, version, path }, held) : null
    if (difference) return found(reply.header('content-encoding', 'dcz'), openedBytes(difference))
    for (const encoding of encodings.filter((each) => accepted.includes(each.name))) {
      const compressed = await assets.open(file + encoding.suffix)
      if (compressed) return found(reply.header('content-encoding', encoding.name), compressed)
    }
    const whole = await assets.open(file)
    return whole ? found(reply, whole) : notFound(reply)
  })
}

const send = (reply: FastifyReply, { bytes, size }: OpenedAsset): FastifyReply =>
  reply.headers({ 'content-length': size, 'cache-control': 'public, max-age=31536000, immutable' }).send(bytes)

const headerOf = (value: string | readonly string[] | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).send('Not found')
