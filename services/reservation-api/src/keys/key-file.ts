import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { KeysUnavailable, secretsOf } from '@checkin/server'
import * as z from 'zod'
import { keyFor, newKey, seal, unseal } from '../database/seal.ts'
import type { KeyService } from './key-service.ts'

const KeyFile = z.object({
  /** Id of the key that wraps; all others only unwrap. */
  current: z.string(),
  keys: z.array(z.object({ id: z.string().regex(/^[\w-]{1,64}$/), key: z.base64(), madeAt: z.iso.datetime() })).min(1),
})
export type KeyFile = z.infer<typeof KeyFile>

const keyBytes = 32

/** What is wrong with a file of keys, in words that repeat nothing of it; null for one that can be used. In production it is its owner's alone, but for the group that a container's volume needs. */
export function keyFileProblem(file: string, isProduction: boolean): string | null {
  try {
    const { mode } = statSync(file)
    if (isProduction && (mode & 0o027) !== 0) return 'can be read or changed by others: chmod 600'
    const { current, keys } = readKeyFile(file)
    if (!keys.some(({ id }) => id === current)) return `names ${current} as its current key and does not have it`
    if (new Set(keys.map(({ id }) => id)).size < keys.length) return 'has two keys of one id'
    const bytes = keys.map(({ key }) => Buffer.from(key, 'base64'))
    if (bytes.some(({ length }) => length !== keyBytes)) return 'has a key that is not of 32 bytes'
    // Of 32 random bytes nearly all differ.
    return isProduction && bytes.some((key) => new Set(key).size < keyBytes / 2) ? 'has a key that somebody could guess' : null
  } catch (error) {
    return error instanceof Error && 'code' in error ? `cannot be read (${String(error.code)})` : 'is no file of keys'
  }
}

/** The file as it is. Throws when it is none. */
export const readKeyFile = (file: string): KeyFile => KeyFile.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Puts the whole file in the place of the former one, for its owner alone. */
export function writeKeyFile(file: string, keys: KeyFile): void {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, file)
}

/** A new key beside the others, which wraps nothing until it is made the current one. The first key of a new file is the current one at once. */
export function withNewKey(file: string, now = new Date()): KeyFile & { readonly made: string } {
  const made = `key-${now.toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`
  const former = existsSync(file) ? readKeyFile(file) : { current: made, keys: [] }
  return { ...former, keys: [...former.keys, { id: made, key: newKey().toString('base64'), madeAt: now.toISOString() }], made }
}

/** The key that comes of a secret of the environment: what wraps where there is no file, and what goes on unwrapping what it wrapped before there was one. */
function environmentKey(secret: string) {
  const key = keyFor(secret, 'checkin data keys')
  return { id: `env-${createHash('sha256').update('checkin key id').update(key).digest('hex').slice(0, 16)}`, key }
}

/** No more often is the file read again because a key is not known. */
const readAgainMs = 1000

/**
 * Wraps with the keys of a file, or without one with a key made of `secret`, which also unwraps what it wrapped before there was a file. A key that is
 * not known is looked for in the file again, so that a new one needs no restart.
 */
export function fileKeyService({ file, secret }: { readonly file: string | null; readonly secret: string }): KeyService {
  const [environment, ...others] = secretsOf(secret).map(environmentKey)
  if (!environment) throw new KeysUnavailable('CHECKIN_DOCUMENT_KEY is empty')
  let known: { readonly current: string; readonly keys: ReadonlyMap<string, Buffer>; readonly at: number } | null = null
  const read = (isNew: boolean) => {
    if (known && !(isNew && Date.now() - known.at >= readAgainMs)) return known
    const { current, keys } = file === null ? { current: environment.id, keys: [] } : usable(file)
    known = { current, keys: new Map([...[environment, ...others].map(({ id, key }) => [id, key] as const), ...keys.map(({ id, key }) => [id, Buffer.from(key, 'base64')] as const)]), at: Date.now() }
    return known
  }
  const keyOf = (id: string): Buffer => {
    const key = read(false).keys.get(id) ?? read(true).keys.get(id)
    if (!key) throw new KeysUnavailable(`the key ${id} is not here; ${file === null ? 'CHECKIN_KEY_FILE is not set' : 'CHECKIN_KEY_FILE does not have it'}, or CHECKIN_DOCUMENT_KEY is another one`)
    return key
  }
  return {
    wrap: (owner, key) => {
      const { current } = read(true)
      return Promise.resolve({ wrapped: seal(keyOf(current), owner, key), wrappedWith: current })
    },
    unwrap: (owner, { wrapped, wrappedWith }) => Promise.resolve().then(() => {
      const key = keyOf(wrappedWith)
      try {
        return unseal(key, owner, wrapped)
      } catch (error) {
        throw new KeysUnavailable(`the key ${wrappedWith} did not wrap this`, { cause: error })
      }
    }),
    keys: () => {
      const { current, keys } = read(true)
      return Promise.resolve({ current, ids: [...keys.keys()], isChangeable: file !== null })
    },
  }
}

function usable(file: string): KeyFile {
  const problem = keyFileProblem(file, false)
  if (problem !== null) throw new KeysUnavailable(`the file of keys ${problem}`)
  return readKeyFile(file)
}
