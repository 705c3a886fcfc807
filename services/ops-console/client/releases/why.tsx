import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Asked } from '../frame/asked.tsx'

interface WhyProps { readonly host: string }

/** Why sessions of a tenant, or one session, get what they get, in sentences. */
export function Why({ host }: WhyProps) {
  const [session, setSession] = useState('')
  const why = useQuery({
    queryKey: ['releases', host, 'why', session],
    queryFn: () => call<{ sentences: readonly string[] }>(`/registry/tenants/${host}/why?session=${encodeURIComponent(session)}`),
  })
  return (
    <>
      <Asked query={why}>{({ sentences }) => <ul className="attention">{sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>}</Asked>
      <label>One visit (support number; empty is the tenant as a whole) <Input value={session} maxLength={200} onChange={({ target }) => { setSession(target.value.trim()) }} /></label>
    </>
  )
}
