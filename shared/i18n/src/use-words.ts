import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@checkin/remote'
import { commonNamespace } from './catalogue.ts'
import { currentLanguage } from './i18n.ts'
import { translator, type Translate } from './translate.ts'

/**
 * Words for a view, always of a named namespace (a remote's is its module name); without one, the common catalogue.
 * The view draws again when the language changes or words arrive.
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
