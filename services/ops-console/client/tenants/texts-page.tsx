import { languages, offeredLanguages, isLanguage, type Language } from '@checkin/api/languages'
import { withText, type TenantTexts } from '@checkin/internal'
import { Alert, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOperator } from '../api/session.ts'
import { languageName } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Paged } from '../frame/paged.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { useAddress } from '../frame/use-address.ts'
import { KeepDraft } from './keep-draft.tsx'
import { MailPreview } from './mail-preview.tsx'
import { useProductTexts } from './settings-queries.ts'
import { settingsWithTexts } from './settings-text.ts'
import { TextEditor } from './text-editor.tsx'
import { mailOf, partName, partsOf, textRows } from './text-rows.ts'
import { WithTenantOrDraft, type TenantOrDraft } from './tenant-or-draft.tsx'

/** Every text of a tenant's pages, mails and text messages: the product's beside its own (DEC-324). */
export function TextsPage() {
  return (
    <WithTenantOrDraft head={(tenant) => (
      <PageHead title="Texts" lead={`${tenant.settings.firmName}, ${tenant.host}: what renters read on pages, in mails and in text messages`} action={<Link to={`/tenants/${tenant.id}/history`}>Revisions and drafts</Link>} />
    )}>
      {(edited, key) => <Texts key={key} {...edited} />}
    </WithTenantOrDraft>
  )
}

/** What was worded stays here until it is kept as a draft; the revision is the one that was seen when the page was opened. */
function Texts({ tenant, draft }: TenantOrDraft) {
  const address = useAddress()
  const mayChange = useOperator().data?.role === 'operator'
  const [seen] = useState(tenant)
  const [texts, setTexts] = useState(seen.settings.texts)
  const offered = offeredLanguages(seen.settings.locales)
  const asked = address.of('language')
  const language: Language = isLanguage(asked) && languages.includes(asked) ? asked : offered[0] ?? 'en'
  const product = useProductTexts(language)
  const isChanged = JSON.stringify(texts) !== JSON.stringify(seen.settings.texts)
  return (
    <QueryResult query={product}>
      {(data) => (
        <>
          <section className="panel" aria-label="Find texts">
            <div className="filters">
              <label>Search ids and words <Input value={address.of('search')} onChange={({ target }) => { address.choose({ search: target.value, page: '' }) }} /></label>
              <label>Language <Select aria-label="Language" value={language} showSearch={{ optionFilterProp: 'label' }} options={offered.map((value) => ({ value, label: languageName(value) }))} onChange={(value) => { address.choose({ language: value, page: '' }) }} /></label>
              <label>Where <Select aria-label="Where" value={address.of('part')} options={[{ value: '', label: 'Everywhere' }, ...partsOf(data.texts).map((value) => ({ value, label: partName(value) }))]} onChange={(value) => { address.choose({ part: value, page: '' }) }} /></label>
              <div><Checkbox checked={address.of('own') !== ''} onChange={({ target }) => { address.choose({ own: target.checked ? 'yes' : '', page: '' }) }}>Changed by us</Checkbox></div>
            </div>
            {!mayChange && <Alert type="info" showIcon title="Only an operator words texts; you can read them" />}
          </section>
          <List texts={texts} product={data} language={language} id={seen.id} mayChange={mayChange} onText={(id, text) => { setTexts((present) => withText(present, { language, id, text })) }} />
          {mayChange && (
            <section className="panel" aria-label="Draft">
              <h2>{draft ? 'Draft' : 'Keep what you changed'}</h2>
              <p role="status">{isChanged ? 'Nobody reads it yet. A draft is compared, previewed on the real page and in mails, and applied at once or at an hour.' : 'Nothing is changed yet.'}</p>
              {isChanged && <KeepDraft id={seen.id} revision={seen.revision} {...draft} label="Keep as a draft" isPrimary settingsNow={() => Promise.resolve(settingsWithTexts(seen.settings, texts))} />}
            </section>
          )}
        </>
      )}
    </QueryResult>
  )
}

interface ListProps {
  readonly texts: TenantTexts | undefined
  readonly product: { readonly texts: Readonly<Record<string, string>>; readonly mails: readonly string[] }
  readonly language: Language
  readonly id: string
  readonly mayChange: boolean
  readonly onText: (id: string, text: string | null) => void
}

function List({ texts, product, language, id: tenantId, mayChange, onText }: ListProps) {
  const address = useAddress()
  const rows = textRows(product.texts, texts?.[language], { search: address.of('search'), part: address.of('part'), isOwn: address.of('own') !== '' })
  const open = address.of('text')
  const mail = mailOf(open, product.mails)
  return (
    <div className={mail === null ? undefined : 'pair'}>
      <section className="panel" aria-label="Texts">
        <h2>{rows.length === 1 ? 'One text' : `${rows.length} texts`} in {languageName(language)}</h2>
        {rows.length === 0 && <p>No text has this. Search for less, or look everywhere.</p>}
        <Paged rows={rows}>
          {(shown) => (
            <ul className="rows texts">
              {shown.map((row) => (
                <TextEditor key={`${language} ${row.id}`} row={row} language={language} mayChange={mayChange} isOpen={open === row.id} onOpen={(isOpen) => { address.choose({ text: isOpen ? row.id : '' }) }} onText={(text) => { onText(row.id, text) }} />
              ))}
            </ul>
          )}
        </Paged>
      </section>
      {mail !== null && <MailPreview id={tenantId} mail={mail} language={language} texts={texts} />}
    </div>
  )
}
