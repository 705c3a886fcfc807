import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTrace } from '../api/traces.ts'
import { Asked } from '../frame/asked.tsx'
import { TraceCard } from './trace-card.tsx'

/** From the code that a renter reads out to what happened on that renter's page. */
export function TraceSearch() {
  const field = useId()
  const [typed, setTyped] = useState('')
  const [sought, setSought] = useState('')
  const trace = useTrace(sought)
  return (
    <>
      <form className="search" onSubmit={(event) => { event.preventDefault(); setSought(typed.trim()) }}>
        <label htmlFor={field}>The eight letters and digits that the renter's page shows</label>
        <Input id={field} value={typed} maxLength={20} placeholder="K7QF-2M9X" autoComplete="off" spellCheck={false} onChange={({ target }) => { setTyped(target.value) }} />
        <Button htmlType="submit">Find</Button>
      </form>
      <div aria-live="polite" data-trace={sought === '' ? 'none' : trace.isPending ? 'loading' : 'answered'}>
        {sought !== '' && (
          <Asked query={trace}>
            {(found) => (found
              ? <TraceCard key={found.code} trace={found} />
              : <p style={{ margin: 0 }}>No failure is known under {sought}. Codes are kept for 30 days; compare it with the renter's once more.</p>)}
          </Asked>
        )}
      </div>
    </>
  )
}
