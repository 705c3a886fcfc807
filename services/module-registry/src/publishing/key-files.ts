import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The private key that signs a module where keys lie in a folder, PEM; null when there is none yet. */
export const readKeyFile = (keysDir: string, module: string): Promise<string | null> => readFile(join(keysDir, `${module}.pem`), 'utf8').catch(() => null)

/** The same, made on first use; readable by its owner only. For the demo: elsewhere a team brings its own. */
export async function keyFileOf(keysDir: string, module: string): Promise<string> {
  const existing = await readKeyFile(keysDir, module)
  if (existing !== null) return existing
  const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  await writeFile(join(keysDir, `${module}.pem`), made, { mode: 0o600, flag: 'wx' })
  return made
}
