import type { Language } from '@checkin/i18n'
import ar from './locales/ar.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import it from './locales/it.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

/** What the server itself says about offers: names of its own lines, and refusals that pages show (OFFERS-18, ERR-30). */
export const offerMessages: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = { ar, de, en, es, fr, it, nl, pt }
