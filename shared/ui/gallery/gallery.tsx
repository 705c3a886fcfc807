import { createRoot } from 'react-dom/client'
import { initI18n, languages, useLanguage, type Language } from '@checkin/i18n'
import '@checkin/ui/styles.css'
import '@checkin/ui/fonts.css'
import { brandVariables } from '../src/brand/brand.ts'
import { pages } from './pages.tsx'

// The kit on one page per state, for the eye and for axe: ?page=form&lang=pt&brand=island&layout=mobile; without brand, the default tenant
const query = new URLSearchParams(location.search)
const brands: Readonly<Record<string, readonly [firmName: string, variables: ReturnType<typeof brandVariables>]>> = {
  island: ['Island Cars', brandVariables('#ff6a00', { color: '#fff', backgroundColor: '#ff6a00' })],
  alpen: ['Alpen', brandVariables('#0b4a8f', { color: '#fff', backgroundColor: '#0b4a8f' })],
}

const [firmName, variables] = brands[query.get('brand') ?? 'costa'] ?? ['Costa Verde', brandVariables()]
for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value)
const language = languages.find((each) => each === query.get('lang')) ?? 'en'
document.documentElement.lang = language

function Gallery() {
  const Page = pages[query.get('page') ?? 'form'] ?? pages.form
  return Page ? <Page firmName={firmName} language={useLanguage() satisfies Language} layout={query.get('layout') === 'mobile' ? 'mobile' : 'desktop'} /> : null
}

await initI18n({ language })
createRoot(document.getElementById('app') ?? document.body).render(<Gallery />)
document.documentElement.dataset.ready = ''
