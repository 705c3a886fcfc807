import type { TenantSettings } from '@checkin/internal'
import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSaveDraft } from './settings-queries.ts'

interface KeepDraftProps {
  /** The tenant's id, and the revision of it that was seen. */
  readonly id: string
  readonly revision: number
  /** The draft that is edited; a new one without. */
  readonly draftId?: string
  readonly note?: string
  readonly label: string
  readonly isPrimary?: boolean
  /** What to keep; null while what is typed cannot be used. */
  readonly settingsNow: () => Promise<TenantSettings | null>
}

/** Keeps settings as a draft and leads to it, where it is compared and submitted. Pressed again after an answer that did not come, it is the same draft. */
export function KeepDraft({ id, revision, draftId, note: former = '', label, isPrimary = false, settingsNow }: KeepDraftProps) {
  const noteId = useId()
  const navigate = useNavigate()
  const save = useSaveDraft()
  const [own] = useState(() => draftId ?? crypto.randomUUID())
  const [note, setNote] = useState(former)
  const keep = async (): Promise<void> => {
    const settings = await settingsNow()
    if (settings) save.mutate({ id, draftId: own, note, settings, revision }, { onSuccess: () => { void navigate(`/tenants/${id}/drafts/${own}`) } })
  }
  return (
    <>
      {save.error && <Alert type="error" showIcon role="alert" title={save.error.message} />}
      <label htmlFor={noteId}>What the draft is for; a second person reads it</label>
      <Input id={noteId} maxLength={300} value={note} onChange={({ target }) => { setNote(target.value) }} />
      <Button style={{ justifySelf: 'start' }} type={isPrimary ? 'primary' : 'default'} disabled={note.trim().length < 3} loading={save.isPending} onClick={() => { void keep() }}>{label}</Button>
    </>
  )
}
