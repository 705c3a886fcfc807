import type { HandOverSide } from '@checkin/api/hand-over'
import { $config } from '@checkin/flow'
import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { $invitedTrip } from '../invitation/invited-trip.ts'
import { late } from '../late.tsx'
import type { FormOwner } from '../forms/screen-forms.ts'
import styles from './hand-over.module.css'
import { $handOver, placeLeft, started, type Place } from './hand-over.model.ts'

interface Props {
  readonly place: Place
  readonly owner: FormOwner
  /** The pictures that are asked for here. */
  readonly sides: readonly HandOverSide[]
  readonly words: Translate
}

const Panel = late<{ readonly words: Translate }>(() => import('../late-panels.ts').then(({ HandOverPanel }) => HandOverPanel))

/** The way to take pictures with a phone, on devices that are none, where the tenant has it (DEC-204). */
export function HandOverEntry({ place, owner, sides, words }: Props) {
  const { config, invited, shown, start, leave } = useUnit({ config: $config, invited: $invitedTrip, shown: $handOver, start: started, leave: placeLeft })
  const isOpen = shown?.place === place && shown.owner === owner
  useEffect(() => (isOpen ? () => { leave(place) } : undefined), [isOpen, leave, place])
  const entry = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  // The panel goes with the focus: it comes back to where it was opened.
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) entry.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  // A phone sends to whoever is here: the session, or the invited driver who was proved (DEC-240).
  if (config?.pictureHandOver !== true || (owner === 'invited') !== (invited !== null) || sides.length === 0) return null
  if (isOpen) return <Panel.Part props={{ words }} waiting={<p aria-busy="true">{words('HandOver.asking')}</p>} failed={(retry) => <Button kind="soft" action="Check.again" onClick={retry}>{words('Check.again')}</Button>} />
  return <div ref={entry} className={styles['entry']}><Button kind="soft" action="HandOver.use" onClick={() => { start({ place, owner, sides }) }}>{words('HandOver.use')}</Button></div>
}
