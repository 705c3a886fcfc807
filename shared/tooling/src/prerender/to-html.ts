import { prerenderToNodeStream } from 'react-dom/static'
import type { ReactNode } from 'react'

/** A tree as HTML once everything that it waits for is there. Throws what the tree throws. */
export async function toHtml(tree: ReactNode): Promise<string> {
  let problem: unknown
  const { prelude } = await prerenderToNodeStream(tree, { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => { problem ??= error } })
  const parts: Buffer[] = []
  for await (const part of prelude) parts.push(Buffer.from(part as Uint8Array))
  if (problem !== undefined) throw problem as Error
  return Buffer.concat(parts).toString()
}
