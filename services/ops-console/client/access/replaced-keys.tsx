import { Alert } from 'antd'
import type { PublisherKeyView } from '@checkin/registry'
import { usePublisherKeys } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'

/** Keys that were replaced lately, each with the one in its place. */
const replaced = (keys: readonly PublisherKeyView[]) => keys.flatMap((former) => {
  const now = keys.find(({ module, retiresAt }) => module === former.module && retiresAt === null)
  return former.retiresAt === null || !now ? [] : [{ former, now, until: former.retiresAt }]
})

/** Says who may publish a module with another key since lately: whoever is surprised should ask. Nothing where none was replaced. */
export function ReplacedKeys() {
  const keys = usePublisherKeys()
  return (
    <>
      {replaced(keys.data ?? []).map(({ former, now, until }) => (
        <Alert
          key={`${former.module} ${former.keyId}`} type="warning" showIcon
          title={<>The key of {now.module} {now.startsAt ? 'will be replaced' : 'was replaced'}, <Moment at={now.startsAt ?? now.addedAt} />, by {now.addedBy}{now.approvedBy !== null && `, approved by ${now.approvedBy}`}. The one before counts until <Moment at={until} />.</>}
        />
      ))}
    </>
  )
}
