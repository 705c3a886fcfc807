import type { i18n, TOptions } from 'i18next'
import type { CommonKey } from './catalogue.ts'
import { fieldErrorCandidates } from './field-errors.ts'

/** Values for the placeholders of a text; `count` also chooses the plural. */
export type WordParams = Readonly<Record<string, string | number>>

/** Words of one namespace by key; a key that it lacks is looked up in the common catalogue, then in English (SHELL-80). */
export type Translate<Key extends string = string> = (key: Key | CommonKey, params?: WordParams) => string

/**
 * A `Translate` outside React, for example for the page title. A text that is no key comes back as it is,
 * so that a server's own message can be passed through (SHELL-60), colons included.
 */
export function translator<Key extends string = string>(instance: i18n, namespace: string): Translate<Key> {
  const fixed = instance.getFixedT(null, namespace)
  return (key, params = {}) => {
    const options: TOptions = namesNamespace(instance, key) ? params : { ...params, nsSeparator: false }
    return fixed(fieldErrorCandidates(key), options)
  }
}

const namesNamespace = (instance: i18n, key: string): boolean =>
  key.includes(':') && [instance.options.ns ?? []].flat().includes(key.slice(0, key.indexOf(':')))
