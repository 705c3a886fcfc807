import { Alert, Spin } from 'antd'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
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
  useEffect(() => { if (isWhole) mutate() }, [isWhole, mutate])
  if (!isWhole) {
    return (
      <>
        <PageHead title="Preview" lead="Shown in this browser alone" />
        <section className="panel" data-preview-opened="incomplete">
          <Alert type="error" showIcon role="alert" title="This address is not complete: open the link again, the whole of it" />
          <p><Link to="/releases">Make a preview on a tenant's page</Link></p>
        </section>
      </>
    )
  }
  return (
    <>
      <PageHead title="Preview" lead={`Of ${host}, shown in this browser alone`} />
      {error ? (
        <section className="panel" data-preview-opened="refused">
          <Alert type="error" showIcon role="alert" title={error.message} />
          <p><Link to={`/releases/${host}`}>Make a preview of {host}</Link></p>
        </section>
      ) : <Spin />}
    </>
  )
}
