import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { createExperiment, getTenant } from '@checkin/registry'
import { projectRoot } from '@checkin/tooling/ownership'
import { port } from '../product.ts'

const company = 'costaverde'
const host = `${company}.localhost`
const module = 'mfe-driver'

/** Addresses of every page of the console, by the route that it has there. */
export type Places = ReadonlyMap<string, string>

/** Routes as the console has them: a page that is added is measured too, or asked for here. */
async function routes(): Promise<readonly string[]> {
  const text = await readFile(join(projectRoot, 'services/ops-console/client/frame/console.tsx'), 'utf8')
  return [...text.matchAll(/<Route path="(\/[^"]*)"/g)].flatMap(([, path]) => path ?? [])
}

/** Makes what some pages are about (drafts, an experiment, a difference of the books) and names what each page is about. */
async function subjects() {
  const api = createClient({ baseUrl: `http://127.0.0.1:${port + 4}`, token: 'demo-admin' })
  const registry = createClient({ baseUrl: `http://127.0.0.1:${port + 5}`, token: 'demo-operator' })
  const reason = 'pages of the console are measured'
  const { tenants } = await api.call(internalContract.listTenants)
  const settings = tenants.find(({ id }) => id === company)?.settings
  const { modules } = await registry.call(getTenant, { params: { host } })
  const { revision } = await api.call(internalContract.getSettingsHistory, { params: { id: company } })
  const { versions: [terms] } = await api.call(internalContract.listTermsVersions, { params: { id: company } })
  if (!settings || !terms) throw new Error('the demo data is there: npm start')
  const [draft, termsDraft] = [randomUUID(), randomUUID()]
  await api.call(internalContract.putSettingsDraft, { params: { id: company, draftId: draft }, body: { note: reason, settings: { ...settings, firmName: `${settings.firmName} Cars` } } }, { ifMatch: revision })
  const { content } = await api.call(internalContract.getTermsVersion, { params: { id: company, tag: terms.tag, language: terms.language, validFrom: terms.validFrom } })
  await api.call(internalContract.putTermsDraft, { params: { id: company, draftId: termsDraft }, body: { tag: terms.tag, validFrom: '2031-01-01', contents: { [terms.language]: content }, note: reason } })
  const experiment = await registry.call(createExperiment, { body: { host, name: 'older renters', module, percent: 50, settings: { usualAge: 45 }, metric: { kind: 'completion', smallestEffect: 0.03 }, reason } })
  await api.call(internalContract.compareSettlement, { params: { id: company, gateway: 'card' }, body: { records: [{ merchantTransactionId: `bench-${draft.slice(0, 8)}`, amount: 12.5, currency: 'EUR' }] } })
  const { rows: [attention] } = await api.call(internalContract.listAttention)
  if (!attention) throw new Error('a difference of the books needs a person')
  return { revision, draft, termsDraft, terms, experiment: experiment.id, version: modules[module] ?? '', attention }
}

/** Every page with what it is about. Throws for a route that nothing is known for. */
export async function places(): Promise<Places> {
  const about = await subjects()
  const known: Readonly<Record<string, string>> = {
    '/releases/:host': `/releases/${host}`, '/previews/open': '/previews/open', '/versions/:name/:version': `/versions/${module}/${about.version}`, '/experiments/:id': `/experiments/${about.experiment}`,
    '/tenants/:id/terms/:tag/:validFrom': `/tenants/${company}/terms/${about.terms.tag}/${about.terms.validFrom}`, '/tenants/:id/terms-drafts/:draft': `/tenants/${company}/terms-drafts/${about.termsDraft}`,
    '/tenants/:id/revisions/:revision': `/tenants/${company}/revisions/${about.revision}`, '/tenants/:id/drafts/:draft': `/tenants/${company}/drafts/${about.draft}`,
    '/attention/:tenant/:item': `/attention/${about.attention.tenant}/${about.attention.id}`, '/support': `/support?company=${company}&reference=CV1001`, '/money': `/money?company=${company}&reference=CV1001`,
  }
  return new Map((await routes()).map((route) => {
    const address = known[route] ?? (route.startsWith('/tenants/:id') ? route.replace(':id', company) : route)
    if (address.includes(':')) throw new Error(`No page of ${route} is known: bench/src/console/places.ts`)
    return [route, address]
  }))
}
