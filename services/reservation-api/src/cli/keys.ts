import { databaseSetting, declareSettings, openDatabase, readSettings } from '@checkin/server'
import type { KeySource } from '../documents/sealed-files.ts'
import { readKeyFile, withNewKey, writeKeyFile } from '../keys/key-file.ts'
import { keyServiceOf, keySettings } from '../keys/key-settings.ts'
import type { KeyService } from '../keys/key-service.ts'
import { accountSeal } from '../tenants/accounts/account-seal.ts'
import { resealAccounts } from '../sealing/reseal-accounts.ts'
import { keyReport, renewKey, rewrapKeys, setSealing } from '../sealing/key-changes.ts'
import { migrationsFolder } from '../settings.ts'
import type { Tables } from '../tables.ts'

const usage = `Usage: checkin keys <command>
  list                       says which keys there are, what each wraps, and which tenants are sealed
  new                        adds a key to CHECKIN_KEY_FILE, which wraps nothing yet: give the file to every server first
  rotate                     makes the newest key of the file the current one, and wraps the keys of all tenants with it
  remove <key>               takes a key out of the file; refused while it wraps anything
  renew <tenant>|--all       gives tenants new keys; their rows are sealed anew in the background
  document-key               after a next CHECKIN_DOCUMENT_KEY: seals companies' accounts anew with its first line, and wraps with it what it wraps
  seal <tenant>|--all        seals personal data, those that are there in the background: when every server is of this release
  unseal <tenant>|--all      puts them back clear, for servers of the release before`

const Settings = declareSettings({ DATABASE_URL: databaseSetting() })

/** Thrown for what the operator has to mend; told in its own words. */
class NotDone extends Error {}

type Print = (line: string) => void
type Environment = Readonly<Record<string, string | undefined>>
interface Work {
  readonly database: ReturnType<typeof openDatabase<Tables>>
  readonly service: () => KeyService
  /** The same with the document key, which wraps where no file did. */
  readonly source: () => KeySource
  /** The file of keys; throws when there is none. */
  readonly file: () => string
  readonly print: Print
}

const fileOf = (env: Environment): string => {
  const file = env['CHECKIN_KEY_FILE'] ?? ''
  if (file === '') throw new NotDone('CHECKIN_KEY_FILE is not set: the keys of tenants are wrapped with a key made of CHECKIN_DOCUMENT_KEY, which is changed by having a file')
  return file
}

async function tenantsNamed({ database }: Work, name: string): Promise<readonly string[]> {
  const ids = (await database.kysely.selectFrom('tenant').select('id').orderBy('id').execute()).map(({ id }) => id)
  if (name === '--all') return ids
  if (!ids.includes(name)) throw new NotDone(name === '' ? 'Which tenant? --all means every one' : `There is no tenant ${name}`)
  return [name]
}

async function list({ database, service, print }: Work): Promise<void> {
  const { wrapping, tenants } = await keyReport(database, service())
  for (const { id, isCurrent, wraps, isMissing } of wrapping) print(`${id}  wraps ${wraps}${isCurrent ? ', current' : ''}${isMissing ? ', MISSING: what it wraps does not open' : ''}`)
  for (const { id, isSealed, keys, resealingSince } of tenants) {
    print(`${id}  ${isSealed ? 'sealed' : 'NOT SEALED: checkin keys seal'}, ${keys === 1 ? '1 key' : `${keys} keys`}${resealingSince ? `, rows are rewritten since ${resealingSince.toISOString()}` : ''}`)
  }
}

async function rotate({ database, source, file: fileOfKeys, print }: Work): Promise<void> {
  const file = fileOfKeys()
  const keys = readKeyFile(file)
  const newest = keys.keys.at(-1)?.id ?? keys.current
  if (newest !== keys.current) writeKeyFile(file, { ...keys, current: newest })
  print(`${await rewrapKeys(database, source())} keys of tenants wrapped anew with ${newest}.`)
}

async function remove({ database, service, file: fileOfKeys, print }: Work, id: string): Promise<void> {
  const file = fileOfKeys()
  const { wrapping } = await keyReport(database, service())
  const { current, keys } = readKeyFile(file)
  if (!keys.some((key) => key.id === id)) throw new NotDone(`The file has no key ${id}`)
  const wraps = wrapping.find((key) => key.id === id)?.wraps ?? 0
  if (id === current || wraps > 0) throw new NotDone(`${id} ${id === current ? 'is the current key' : `wraps ${wraps} keys of tenants still`}: checkin keys rotate`)
  writeKeyFile(file, { current, keys: keys.filter((key) => key.id !== id) })
  print(`${id} removed. Backups from before need it: keep it where they are kept, apart from them.`)
}

async function forEach(work: Work, name: string, done: string, act: (tenantId: string) => Promise<void>): Promise<void> {
  for (const id of await tenantsNamed(work, name)) {
    await act(id)
    work.print(`${id}: ${done}`)
  }
}

async function run(work: Work, command: string, name: string): Promise<void> {
  const { database, service, file, print } = work
  switch (command) {
    case 'list': return list(work)
    case 'new': {
      const { made, ...keys } = withNewKey(file())
      writeKeyFile(file(), keys)
      print(`${made} added to the file. Give it to every server, then: checkin keys rotate`)
      return
    }
    case 'rotate': return rotate(work)
    case 'document-key': {
      const wrapped = await rewrapKeys(database, work.source())
      print(`${await resealAccounts(database, accountSeal(work.source().secret))} accounts sealed anew, ${wrapped} keys of tenants wrapped anew.`)
      return
    }
    case 'remove': return remove(work, name)
    case 'renew': return forEach(work, name, 'has a new key; rows are sealed anew in the background', (id) => renewKey(database, service(), id))
    case 'seal': return forEach(work, name, 'personal data are sealed from now on, those that are there in the background', (id) => setSealing(database, id, true))
    case 'unseal': return forEach(work, name, 'personal data are put back clear in the background', (id) => setSealing(database, id, false))
    default: throw new NotDone(usage)
  }
}

/** `checkin keys …`: lists, adds, changes and takes away the keys that personal data are sealed with. What an operator can mend is told in its own words and ends with 1. Throws SettingsError. */
export async function keysCommand([command = '', name = '']: readonly string[], { env = process.env, print = console.log }: { readonly env?: Environment; readonly print?: Print } = {}): Promise<void> {
  const { DATABASE_URL: url } = readSettings(Settings, env)
  const database = openDatabase<Tables>({ url, schema: 'reservation', migrations: migrationsFolder, poolSize: 2 })
  try {
    await run({ database, service: () => keyServiceOf(keySettings(env)), source: () => ({ secret: keySettings(env).secret, keys: keyServiceOf(keySettings(env)) }), file: () => fileOf(env), print }, command, name)
  } catch (error) {
    if (!(error instanceof NotDone) && !(error instanceof Error && error.name === 'KeysUnavailable')) throw error
    print(error.message)
    process.exitCode = 1
  } finally {
    await database.close()
  }
}
