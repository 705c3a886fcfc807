import type { Language } from '@checkin/api/languages'
import type { i18n, TOptions } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { commonNamespace, type CommonKey } from './catalogue.ts'
import { fieldErrorCandidates } from './field-errors.ts'
import { currentLanguage } from './i18n.ts'

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

/**
 * Words for a view, always of a named namespace (a remote's is its module name); without one, the common catalogue.
 * The view renders again when the language changes or words arrive.
 */
export function useWords<Key extends string = string>(namespace: string = commonNamespace): Translate<Key> {
  const { i18n, t } = useTranslation(namespace)
  // `t` is a new function whenever language or words changed; ours must follow it.
  return useMemo(() => translator<Key>(i18n, namespace), [i18n, namespace, t])
}

/** The language that texts and dates are shown in. */
export function useLanguage(): Language {
  useTranslation(commonNamespace)
  return currentLanguage()
}
