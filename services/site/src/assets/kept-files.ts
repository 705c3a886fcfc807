export interface KeptFiles {
  readonly get: (path: string) => Buffer | undefined
  readonly set: (path: string, bytes: Buffer) => void
}

/** Files in memory up to a number of bytes; what was asked for least recently goes first. */
export function keptFiles(mostBytes: number): KeptFiles {
  const files = new Map<string, Buffer>()
  let total = 0
  return {
    get: (path) => {
      const bytes = files.get(path)
      if (bytes && files.delete(path)) files.set(path, bytes)
      return bytes
    },
    set: (path, bytes) => {
      total += bytes.length - (files.get(path)?.length ?? 0)
      files.delete(path)
      files.set(path, bytes)
      for (const [oldest, { length }] of files) {
        if (total <= mostBytes) return
        files.delete(oldest)
        total -= length
      }
    },
  }
}
