import type { Language } from '@checkin/i18n'
import ar from './product/ar.json' with { type: 'json' }
import de from './product/de.json' with { type: 'json' }
import en from './product/en.json' with { type: 'json' }
import es from './product/es.json' with { type: 'json' }
import fr from './product/fr.json' with { type: 'json' }
import it from './product/it.json' with { type: 'json' }
import nl from './product/nl.json' with { type: 'json' }
import pt from './product/pt.json' with { type: 'json' }

/** Texts of pages, mails and text messages by language and id, as the catalogues had them when this service was built (decision 0250). */
export const productTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { ar, de, en, es, fr, it, nl, pt }
