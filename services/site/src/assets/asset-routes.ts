import type { FastifyInstance, FastifyReply } from 'fastify'
import { FilePath, ReleasableName, Version } from '@checkin/releases'
import { relayHeader } from './asset-origins.ts'
import type { AssetReader, OpenedAsset } from './asset-reader.ts'

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
export function assetRoutes(app: FastifyInstance, { assets: all, own }: { readonly assets: AssetReader; readonly own: AssetReader }): void {
  app.get<{ Params: { name: string; version: string; '*': string } }>('/assets/:name/:version/*', async (request, reply) => {
    const { name, version, '*': path } = request.params
    const type = types[path.split('.').pop() ?? '']
    if (!type || !ReleasableName.safeParse(name).success || !Version.safeParse(version).success || !FilePath.safeParse(path).success) return notFound(reply)
    const assets = request.headers[relayHeader] === undefined ? all : own
    const file = `${name}/${version}/${path}`
    const accepted = request.headers['accept-encoding'] ?? ''
    void reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'same-origin' })
    for (const encoding of encodings.filter((each) => accepted.includes(each.name))) {
      const compressed = await assets.open(file + encoding.suffix)
      if (compressed) return send(reply.header('content-encoding', encoding.name), compressed)
    }
    const whole = await assets.open(file)
    return whole ? send(reply, whole) : notFound(reply)
  })
}

const send = (reply: FastifyReply, { bytes, size }: OpenedAsset): FastifyReply =>
  reply.headers({ 'content-length': size, 'cache-control': 'public, max-age=31536000, immutable' }).send(bytes)

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).send('Not found')
