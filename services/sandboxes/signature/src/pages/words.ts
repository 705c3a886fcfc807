import type { Language } from '../agreements/agreement.ts'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

export type WordKey = keyof typeof en

export const catalogues: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { en, fr, pt }
