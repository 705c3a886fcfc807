import { previewOfSet } from '@checkin/registry'
import { Alert, Button } from 'antd'
import { call } from '../api/client.ts'
import { useChange, useTenantRelease } from '../api/queries.ts'
import { siteOf, type MadePreview } from '../releases/preview.tsx'

/** Windows that a page is looked at in. A page of renters stands in no frame, so it gets windows of its own (decision 0251). */
const windows = [['As on a phone', 390, 844], ['As on a desktop', 1280, 860]] as const

const hours = 4

/** A draft on the tenant's real page, in windows beside each other (DEC-326). */
export function RealPage({ host, draftId }: { readonly host: string; readonly draftId: string }) {
  const release = useTenantRelease(host)
  const change = useChange<MadePreview>()
  const setId = release.data?.setId
  const make = (): void => {
    if (setId !== undefined) change.mutate(() => call(previewOfSet, { params: { host, id: setId }, body: { hours, reason: 'a draft of settings', draft: draftId } }))
  }
  const made = change.data
  return (
    <section className="panel" aria-label="On the real page">
      <h2>On the real page</h2>
      <p>With what renters have now and this draft: texts, colours, name, languages and steps. What the server decides about a reservation stays as it is.</p>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      {!made && <Button style={{ justifySelf: 'start' }} disabled={setId === undefined} loading={change.isPending} onClick={make}>Make a preview of this draft</Button>}
      {made && (
        <>
          <div className="actions">
            {windows.map(([name, width, height], at) => (
              <Button key={name} onClick={() => { window.open(siteOf(made.siteHost ?? host) + made.path, `preview-${at}`, `noopener,width=${width},height=${height},left=${at * 420},top=40`) }}>{name}</Button>
            ))}
          </div>
          <p>Or <a href={siteOf(made.siteHost ?? host) + made.path} target="_blank" rel="noreferrer">open the preview</a> on any device. It holds until {new Date(made.expiresAt).toLocaleString('en-GB')}; the link is shown this once.</p>
        </>
      )}
    </section>
  )
}
