import { offeredLanguages, type Language } from '@checkin/api/languages'
import type { TenantForOperators, TermsOverview } from '@checkin/internal'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { useOperator } from '../api/session.ts'
import { languageName, Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Paged } from '../frame/paged.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { WithTenant } from '../tenants/tenant-or-draft.tsx'
import { useTerms } from './terms-queries.ts'
import { documentsOf, missingLanguages, termsDraftStateNames, versionStateNames, type TermsDocument } from './terms-text.ts'

/** The documents that a tenant's renters agree to: every version with its day and languages, and what is prepared (DEC-348). */
export const TermsPage = () => <WithTenant>{(tenant) => <Terms tenant={tenant} />}</WithTenant>

function Terms({ tenant: { id, host, settings } }: { readonly tenant: TenantForOperators }) {
  const overview = useTerms(id)
  const mayWrite = useOperator().data?.role === 'operator'
  return (
    <>
      <PageHead title="Terms" lead={`${settings.firmName}, ${host}: what renters agree to, and from which day`} action={<div className="actions"><Link to={`/tenants/${id}`}>Settings</Link>{mayWrite && <Link to={`/tenants/${id}/terms/write`}>Write a new document</Link>}</div>} />
      <QueryResult query={overview}>
        {(data) => {
          const documents = documentsOf(data, settings.terms)
          return (
            <>
              {!mayWrite && <Alert type="info" showIcon title="Only an operator writes terms; you can read them" />}
              <Drafts id={id} overview={data} />
              {documents.length === 0 && <section className="panel"><p>Renters are asked for nothing: there is no document yet.</p></section>}
              {documents.map((document) => <Document key={document.tag} id={id} document={document} offered={offeredLanguages(settings.locales)} mayWrite={mayWrite} />)}
            </>
          )
        }}
      </QueryResult>
    </>
  )
}

function Drafts({ id, overview: { drafts, needsApproval } }: { readonly id: string; readonly overview: TermsOverview }) {
  return (
    <section className="panel" aria-label="Drafts">
      <h2>Drafts</h2>
      <p>{needsApproval ? 'What renters are asked to agree to waits for a second person.' : 'One person may publish a draft; the tenant\'s settings can ask for a second one.'}</p>
      {drafts.length === 0 && <p>Nobody has prepared anything.</p>}
      <Paged rows={drafts}>
        {(shown) => (
          <ul className="rows">
            {shown.map(({ draftId, note, state, tag, validFrom, texts, by, at }) => (
              <li key={draftId} data-state={state}>
                <p><Link to={`/tenants/${id}/terms-drafts/${draftId}`}>{note}</Link> <span className="pill">{termsDraftStateNames[state]}</span></p>
                <p><code>{tag}</code> from {validFrom} in {texts.map(({ language }) => languageName(language)).join(', ')}; <Moment at={at} />, {by}</p>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  )
}

interface DocumentProps {
  readonly id: string
  readonly document: TermsDocument
  readonly offered: readonly Language[]
  readonly mayWrite: boolean
}

function Document({ id, document: { tag, isAsked, versions }, offered, mayWrite }: DocumentProps) {
  const present = versions.find(({ state }) => state === 'present')
  const missing = present ? missingLanguages(offered, present.texts.map(({ language }) => language)) : []
  return (
    <section className="panel" aria-label={`Document ${tag}`}>
      <h2><code>{tag}</code></h2>
      {!isAsked && <p>Renters are not asked to agree to it: <Link to={`/tenants/${id}`}>the settings</Link> do not name it among the terms.</p>}
      {isAsked && !present && <Alert type="warning" showIcon title="The settings name this document, and no version of it is in force: renters are not asked for it" />}
      {missing.length > 0 && <Alert type="info" showIcon title={`Renters who read ${missing.map(languageName).join(', ')} get it in another language`} />}
      <ul className="rows">
        {versions.map(({ validFrom, state, texts }) => (
          <li key={validFrom} data-version={validFrom} data-state={state}>
            <p><Link to={`/tenants/${id}/terms/${tag}/${validFrom}`}>From {validFrom}</Link> <span className={state === 'present' ? 'pill new' : 'pill'}>{versionStateNames[state]}</span></p>
            <p>{texts.map(({ language, title, acceptances }) => `${languageName(language)}: ${title}, agreed to ${acceptances} times`).join('; ')}</p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <div className="actions">
          <Link to={`/tenants/${id}/terms/write?tag=${tag}${present ? `&from=${present.validFrom}` : ''}`}>Write the next version of {tag}</Link>
        </div>
      )}
    </section>
  )
}
