import type { TermsContents, TermsOverview } from '@checkin/internal'
import { Link, useParams } from 'react-router'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { LanguageChoice, useChosenLanguage } from './language-choice.tsx'
import { TermsComparison } from './terms-comparison.tsx'
import { SavePdf, TermsReading } from './terms-reading.tsx'
import { useTerms, useTermsContents } from './terms-queries.ts'
import { dayInForce, textsOf } from './terms-text.ts'

/** One version of a document, to be read, beside the one that is in force. A version never changes; an older text comes back as a new one (DEC-348). */
export function TermsVersionPage() {
  const { id = '', tag = '', validFrom = '' } = useParams()
  const overview = useTerms(id)
  return (
    <>
      <PageHead title={`${tag}, from ${validFrom}`} lead={`${id}: what renters agreed to`} />
      <QueryResult query={overview}>
        {(data) => (textsOf(data, tag, validFrom).length === 0 ? <section className="panel"><p>There is no such version. It may have been taken back before its day.</p></section>
          : <Version id={id} tag={tag} validFrom={validFrom} overview={data} />)}
      </QueryResult>
      <p><Link to={`/tenants/${id}/terms`}>All terms</Link></p>
    </>
  )
}

interface VersionProps {
  readonly id: string
  readonly tag: string
  readonly validFrom: string
  readonly overview: TermsOverview
}

function Version({ id, tag, validFrom, overview }: VersionProps) {
  const texts = textsOf(overview, tag, validFrom)
  const present = dayInForce(overview, tag, overview.today)
  const [own, inForce] = [useTermsContents(id, { tag, validFrom, texts }), useTermsContents(id, { tag, validFrom: present, texts: textsOf(overview, tag, present) })]
  const there = texts.map(({ language }) => language)
  const language = useChosenLanguage(there)
  const mayWrite = useOperator().data?.role === 'operator'
  const text = texts.find((each) => each.language === language)
  const read = (contents: TermsContents) => {
    const content = contents[language]
    return content && <><TermsReading content={content} language={language} /><SavePdf text={{ id, tag, language, validFrom, content }} /></>
  }
  return (
    <div className="pair">
      <section className="panel" aria-label="Text">
        <h2>What it says</h2>
        <LanguageChoice there={there} chosen={language} />
        {text && <p>Put <Moment at={text.createdAt} /> by {text.actor}; agreed to {text.acceptances} times.</p>}
        <QueryResult query={own}>{read}</QueryResult>
        {mayWrite && <p><Link to={`/tenants/${id}/terms/write?tag=${tag}&from=${validFrom}`}>Write a new version with these texts</Link></p>}
      </section>
      <section className="panel" aria-label="Beside the version in force">
        <h2>Beside the version in force</h2>
        {present === validFrom && <p>It is in force.</p>}
        {present === undefined && <p>No version is in force.</p>}
        {present !== undefined && present !== validFrom && (
          <QueryResult query={own}>
            {(mine) => <QueryResult query={inForce}>{(theirs) => <TermsComparison language={language} before={mine} after={theirs} names={[`From ${validFrom}`, `In force since ${present}`]} />}</QueryResult>}
          </QueryResult>
        )}
      </section>
    </div>
  )
}
