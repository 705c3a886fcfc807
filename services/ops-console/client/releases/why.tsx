import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Asked } from '../frame/asked.tsx'

interface WhyProps { readonly host: string }

/** Why sessions of a tenant, or one session, get what they get, in sentences. */
export function Why({ host }: WhyProps) {
  const [session, setSession] = useState('')
  const [source, setSource] = useState('')
  const why = useQuery({
    queryKey: ['releases', host, 'why', session, source],
    queryFn: () => call<{ sentences: readonly string[] }>(`/registry/tenants/${host}/why?session=${encodeURIComponent(session)}&source=${encodeURIComponent(source)}`),
  })
  return (
    <>
      <Asked query={why}>{({ sentences }) => <ul className="attention">{sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>}</Asked>
      <label>One visit (support number; empty is the tenant as a whole) <Input value={session} maxLength={200} onChange={({ target }) => { setSession(target.value.trim()) }} /></label>
      <label>Where its booking came from (empty is not known yet) <Input value={source} maxLength={30} placeholder="broker" onChange={({ target }) => { setSource(target.value.toLowerCase().replace(/[^a-z0-9-]/g, '')) }} /></label>
    </>
  )
}
