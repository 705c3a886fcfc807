import { createRoot } from 'react-dom/client'
import { initI18n, languages } from '@checkin/i18n'
import '@checkin/ui/styles.css'
import '@checkin/ui/fonts.css'
import { dress, Kit } from './kit.tsx'

// One state of the kit on a page of its own, for tests that work its controls: ?page=form&lang=pt&brand=island. Every look of it is drawn by `npm run gallery -- kit`.
const query = new URLSearchParams(location.search)
const firmName = dress(query.get('brand'))
const language = languages.find((each) => each === query.get('lang')) ?? 'en'
document.documentElement.lang = language

await initI18n({ language })
createRoot(document.getElementById('app') ?? document.body).render(<Kit state={query.get('page') ?? 'form'} firmName={firmName} />)
document.documentElement.dataset.ready = ''
