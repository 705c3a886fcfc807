import { Alert, Spin } from 'antd'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Data } from '@checkin/http'
import { bindPreview } from '@checkin/registry'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { PageHead } from '../frame/page-head.tsx'
import { siteOf } from './preview.tsx'

/** Where the link of a preview leads who opens it: what it shows becomes one of this browser, or the page says why not and what to do (DEC-316). */
export function PreviewOpened() {
  const [asked] = useSearchParams()
  const [host, id, browser] = ['host', 'link', 'browser'].map((name) => asked.get(name) ?? '') as [string, string, string]
  const { mutate, error } = useMutation<Data<typeof bindPreview>>({
    mutationFn: () => call(bindPreview, { params: { host, id }, body: { browser } }),
    // Without it in the history: back leads to where the link was.
    onSuccess: (made) => { window.location.replace(siteOf(made.siteHost ?? host) + made.path) },
  })
  const isWhole = host !== '' && id !== '' && browser !== ''
  useEffect(() => { if (isWhole) mutate() }, [mutate, isWhole])
  const refusal = isWhole ? error?.message : 'This link is not complete. Open it again, the whole of it, or make another one'
  return (
    <>
      <PageHead title="Preview" lead={host === '' ? 'Shown in this browser alone' : `Of ${host}, shown in this browser alone`} />
      {refusal === undefined ? <p role="status"><Spin aria-hidden="true" /> Opening the preview…</p> : (
        <section className="panel" data-preview-opened="refused">
          <Alert type="error" showIcon role="alert" title={refusal} />
          <p><Link to={host === '' ? '/releases' : `/releases/${host}`}>Make a preview{host !== '' && ` of ${host}`}</Link></p>
        </section>
      )}
    </>
  )
}
