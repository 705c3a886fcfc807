import { TermsContent } from '@checkin/internal'
import costaVerdeEn from './terms/costaverde.en.json' with { type: 'json' }
import costaVerdeFr from './terms/costaverde.fr.json' with { type: 'json' }
import costaVerdePt from './terms/costaverde.pt.json' with { type: 'json' }
import islandCarsEn from './terms/islandcars.en.json' with { type: 'json' }
import islandCarsFr from './terms/islandcars.fr.json' with { type: 'json' }
import islandCarsPt from './terms/islandcars.pt.json' with { type: 'json' }

/** Norte rents by the terms of Costa Verde, in its own name. */
const inName = <Documents extends object>(documents: Documents): Documents =>
  JSON.parse(JSON.stringify(documents).replaceAll('Costa Verde', 'Norte').replaceAll('costaverde', 'norte')) as Documents

/** What each demo company has its renters agree to, by tenant and language. */
const texts = {
  norte: { en: inName(costaVerdeEn), pt: inName(costaVerdePt), fr: inName(costaVerdeFr) },
  costaverde: { en: costaVerdeEn, pt: costaVerdePt, fr: costaVerdeFr },
  islandcars: { en: islandCarsEn, pt: islandCarsPt, fr: islandCarsFr },
} as const

/** Day from which the demo's texts are valid. */
const validFrom = '2026-09-01'

/** Every document, as `PUT /internal/v1/tenants/{tenant}/terms/{tag}/{language}/{validFrom}` takes it. */
export const demoTerms = Object.entries(texts).flatMap(([tenant, languages]) => Object.entries(languages).flatMap(([language, documents]) =>
  Object.entries(documents).map(([tag, content]) => ({ tenant, tag, language, validFrom, content: TermsContent.parse(content) }))))
