import { useWords } from '@checkin/i18n'
import { DifferencesView } from '@checkin/rental-summary/differences'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { Comparison, UpgradeList } from './vehicle.view.tsx'
import {
  $comparison, $differences, $figures, $groups, $isBusy, $isStuck, $taken, continuePressed, continueWithoutPressed, noPressed, upgradePressed, yesPressed,
} from './model.ts'

/** Higher groups by what they cost more a day; a yes comes only after the comparison (OFFERS-22 to OFFERS-26). */
export function UpsellingView() {
  const words = useWords('mfe-offers')
  const { groups, comparison, differences, figures, busy, taken, stuck } = useUnit({
    differences: $differences, groups: $groups, comparison: $comparison, figures: $figures, busy: $isBusy, taken: $taken, stuck: $isStuck,
  })
  const { upgrade, yes, no, without, proceed } = useUnit({ upgrade: upgradePressed, yes: yesPressed, no: noPressed, without: continueWithoutPressed, proceed: continuePressed })
  const box = useRef<HTMLDivElement>(null)
  const isComparing = comparison !== null
  const wasComparing = useRef(isComparing)
  useEffect(() => {
    // The panel takes the place of the list, so the focus goes where a reader begins.
    if (wasComparing.current !== isComparing) box.current?.querySelector<HTMLElement>('h1')?.focus()
    wasComparing.current = isComparing
  }, [isComparing])
  if (groups.length === 0) return null

  return (
    <div ref={box}>
      <StepBody>
        {differences.length > 0 && <DifferencesView differences={differences} currency={figures.currency} words={words} />}
        {comparison === null
          ? (
            <>
              <StepHeading eyebrow={words('UpgradeVehicle')} title={words('Upgrade.title')} lead={words('Upgrade.lead')} />
              <UpgradeList groups={groups} currency={figures.currency} words={words} onUpgrade={(groupId) => { upgrade(groupId) }} />
              <Actions equal><Button kind="ghost" action="ContinueWithoutUpgrade" onClick={() => without()}>{words('ContinueWithoutUpgrade')}</Button></Actions>
            </>
          )
          : (
            <>
              <StepHeading eyebrow={words('UpgradeVehicle')} title={words('Compare.title')} lead={words('Compare.lead')} />
              <Comparison {...comparison} figures={figures} words={words} />
              {stuck && <Notice kind="ok" live title={words('UpsellingSuccess')}>{words('Upgrade.stuck')}</Notice>}
              <Actions equal>
                {stuck
                  ? <Button action="Continue" onClick={() => proceed()}>{words('Continue')}</Button>
                  : <Button kind="ghost" action="YesIwantUpgrade" busy={busy || taken !== null} onClick={() => yes()}>{words('YesIwantUpgrade')}</Button>}
                {taken === null && <Button kind="ghost" action="NoIkeepSame" disabled={busy} onClick={() => no()}>{words('NoIkeepSame')}</Button>}
              </Actions>
            </>
          )}
      </StepBody>
    </div>
  )
}
