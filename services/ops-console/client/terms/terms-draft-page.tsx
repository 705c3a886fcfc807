import type { FullTermsDraft, TermsDecision, TermsDraft, TermsOverview } from '@checkin/internal'
import { Alert, App, Button } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { useOperator } from '../api/session.ts'
import { languageName, Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { LanguageChoice, useChosenLanguage } from './language-choice.tsx'
import { TermsComparison } from './terms-comparison.tsx'
import { SavePdf, TermsReading } from './terms-reading.tsx'
import { useDecideTermsDraft, useTerms, useTermsContents, useTermsDraft } from './terms-queries.ts'
import { comparedDay, termsDraftStateNames, textsOf } from './terms-text.ts'

/** One draft of a document at an address of its own: what it says, what it changes, and what one may do about it (DEC-348). */
export function TermsDraftPage() {
  const { id = '', draft: draftId = '' } = useParams()
  const [draft, overview] = [useTermsDraft(id, draftId), useTerms(id)]
  return (
    <>
      <PageHead title="Draft of terms" lead={`${id}: no renter reads it until it is published and its day has come`} />
      <QueryResult query={draft}>{(full) => <QueryResult query={overview}>{(data) => <Draft id={id} full={full} overview={data} />}</QueryResult>}</QueryResult>
      <p><Link to={`/tenants/${id}/terms`}>All terms</Link></p>
    </>
  )
}

interface DraftProps {
  readonly id: string
  readonly full: FullTermsDraft
  readonly overview: TermsOverview
}

function Draft({ id, full: { draft, contents }, overview }: DraftProps) {
  const { tag, validFrom } = draft
  const there = draft.texts.map(({ language }) => language)
  const language = useChosenLanguage(there)
  const day = comparedDay(draft, overview)
  const compared = textsOf(overview, tag, day)
  const before = useTermsContents(id, { tag, validFrom: day, texts: compared })
  const content = contents[language]
  // A language may be added to the version in force; any other draft is the version of all languages.
  const lost = day === validFrom ? [] : compared.filter((text) => !there.includes(text.language))
  return (
    <div className="pair">
      <div style={{ display: 'grid', gap: 18 }}>
        <section className="panel">
          <h2>{draft.note}</h2>
          <DraftState draft={draft} />
          {lost.length > 0 && <Alert type="warning" showIcon title={`It has no text in ${lost.map((text) => languageName(text.language)).join(', ')}: these renters would read another language`} />}
          <LanguageChoice there={there} chosen={language} />
          {day === undefined ? <p>It is the first version of this document.</p>
            : <QueryResult query={before}>{(data) => <TermsComparison language={language} before={data} after={contents} names={[`From ${day}`, `Draft, from ${validFrom}`]} />}</QueryResult>}
        </section>
        <Deeds key={draft.state} id={id} draft={draft} today={overview.today} />
      </div>
      <section className="panel" aria-label="Text">
        <h2>What it says</h2>
        {content && <><TermsReading content={content} language={language} /><SavePdf text={{ id, tag, language, validFrom, content }} /></>}
      </section>
    </div>
  )
}

const DraftState = ({ draft: { tag, validFrom, state, by, at, decidedBy, decidedAt, problem } }: { readonly draft: TermsDraft }) => (
  <>
    <p>
      <span className="pill" data-state={state}>{termsDraftStateNames[state]}</span> <code>{tag}</code> from {validFrom}, by {by}, <Moment at={at} />
      {decidedBy !== null && decidedAt !== null && <>; decided by {decidedBy}, <Moment at={decidedAt} /></>}
    </p>
    {problem !== '' && <Alert type="warning" showIcon title={problem} description="Renters read what they read before. Write another draft with these texts." />}
  </>
)

/** What one may do about a draft in its present state; the server decides. */
function Deeds({ id, draft: { draftId, state, by, validFrom }, today }: { readonly id: string; readonly draft: TermsDraft; readonly today: string }) {
  const { message } = App.useApp()
  const operator = useOperator().data
  const decision = useDecideTermsDraft()
  const navigate = useNavigate()
  const [isOperator, isApprover] = [operator?.role === 'operator', operator?.role === 'approver']
  const mayWithdraw = state === 'published' && validFrom > today
  if (!(isOperator || isApprover) || !(mayWithdraw || state === 'draft' || state === 'waiting')) return null
  const decide = (action: TermsDecision['action']): void => {
    decision.mutate({ id, draftId, action }, { onSuccess: ({ draft }) => { void message.info(termsDraftStateNames[draft.state]) } })
  }
  return (
    <section className="panel" aria-label="What to do">
      <h2>What to do</h2>
      {decision.error && <Alert type="error" showIcon role="alert" title={decision.error.message} />}
      <div className="actions">
        {state === 'draft' && isOperator && <Button type="primary" loading={decision.isPending} onClick={() => { decide('submit') }}>Submit</Button>}
        {state === 'draft' && isOperator && <Button onClick={() => { void navigate(`/tenants/${id}/terms/write?draft=${draftId}`) }}>Edit</Button>}
        {state === 'waiting' && isApprover && by !== operator?.label && <Button type="primary" loading={decision.isPending} onClick={() => { decide('approve') }}>Approve</Button>}
        {mayWithdraw ? <Button loading={decision.isPending} onClick={() => { decide('withdraw') }}>Take it back</Button> : <Button loading={decision.isPending} onClick={() => { decide('reject') }}>Give it up</Button>}
      </div>
      {state === 'waiting' && isOperator && <p>An approver who is somebody else than {by} approves it here.</p>}
      {mayWithdraw && <p>Until {validFrom} nobody is asked to agree to it. From then on it stays; another version follows it.</p>}
    </section>
  )
}
