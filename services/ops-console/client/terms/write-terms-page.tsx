import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useOperator } from '../api/session.ts'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { useAddress } from '../frame/use-address.ts'
import { useTerms, useTermsContents, useTermsDraft } from './terms-queries.ts'
import { textsOf } from './terms-text.ts'
import { typedTexts } from './typed-terms.ts'
import { Writer } from './writer.tsx'

/** A draft of a document is written: anew, from the texts of a version, or from a draft that was kept (DEC-348). */
export function WriteTermsPage() {
  const { id = '' } = useParams()
  const mayWrite = useOperator().data?.role === 'operator'
  const isEdited = useAddress().of('draft') !== ''
  return (
    <>
      <PageHead title={isEdited ? 'Edit a draft of terms' : 'Write terms'} lead={`${id}: nobody reads it before it is published`} />
      {!mayWrite ? <Alert type="info" showIcon title="Only an operator writes terms" /> : isEdited ? <FromDraft id={id} /> : <FromVersion id={id} />}
      <p><Link to={`/tenants/${id}/terms`}>All terms</Link></p>
    </>
  )
}

function FromDraft({ id }: { readonly id: string }) {
  const draftId = useAddress().of('draft')
  const draft = useTermsDraft(id, draftId)
  return (
    <QueryResult query={draft}>
      {({ draft: { tag, validFrom, note, state }, contents }) => (state === 'draft' ? <Writer key={draftId} id={id} name={draftId} initial={{ draftId, tag, validFrom, note, texts: typedTexts(contents) }} />
        : <section className="panel"><p>This draft was submitted or ended. <Link to={`/tenants/${id}/terms-drafts/${draftId}`}>Look at it</Link>, or write another one.</p></section>)}
    </QueryResult>
  )
}

function FromVersion({ id }: { readonly id: string }) {
  const overview = useTerms(id)
  return <QueryResult query={overview}>{(data) => <WithTexts id={id} overview={data} />}</QueryResult>
}

function WithTexts({ id, overview }: { readonly id: string; readonly overview: Parameters<typeof textsOf>[0] }) {
  const address = useAddress()
  const [tag, from] = [address.of('tag'), address.of('from')]
  const [draftId] = useState(() => crypto.randomUUID())
  const contents = useTermsContents(id, { tag, validFrom: from === '' ? undefined : from, texts: textsOf(overview, tag, from) })
  return (
    <QueryResult query={contents}>
      {(data) => <Writer key={`${tag} ${from}`} id={id} name={`new ${tag} ${from}`} initial={{ draftId, tag, validFrom: '', note: '', texts: typedTexts(data) }} />}
    </QueryResult>
  )
}
