import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'browser')

/** A file of src/browser as JavaScript: only its types are taken out, so that what runs is what is written. */
export const browserCode = (name: string): string => stripTypeScriptTypes(readFileSync(join(folder, name), 'utf8'))
