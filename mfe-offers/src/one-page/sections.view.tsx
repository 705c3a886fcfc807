import type { Translate } from '@checkin/i18n'
import { DifferencesView } from '@checkin/rental-summary/differences'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Panel } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useDeferredValue, useEffect, useId, useRef, type ReactNode } from 'react'
import * as driver from '../steps/additional-driver/model.ts'
import { DriverPrice } from '../steps/additional-driver/view.tsx'
import * as upselling from '../steps/upselling/model.ts'
import { Comparison, UpgradeList } from '../steps/upselling/vehicle.view.tsx'
import { $driver, $upgrade } from './model.ts'

interface SectionProps {
  readonly words: Translate
}

function Section({ title, lead, children }: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className="ck-offers-section" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>{title}</h2>
      {lead !== undefined && <p className="ck-hint">{lead}</p>}
      {children}
    </section>
  )
}

/** Another driver: the price and a yes, or who it is (OFFERS-01 to OFFERS-03, OFFERS-08). */
export function DriverSection({ words }: SectionProps) {
  const [shown, yes] = useUnit([$driver, driver.yesPressed])
  if (shown === null) return null
  if (shown.kind === 'there') return <Section title={words('AddDriver')}><Notice kind="ok" title={words('AlreadyHasAdditionalDriver')}>{shown.name}</Notice></Section>
  const { offer } = shown
  const title = words(offer.isIncluded ? 'CompleteAdditionalDriver' : 'AddAdditionalDriver')
  return (
    <Section title={title} lead={words(offer.isIncluded ? 'Driver.includedLead' : 'Driver.lead')}>
      <Panel>
        <DriverPrice offer={offer} words={words} />
        <Button kind="soft" action="Yes" onClick={() => yes()}>{words('Yes')}<span className="ck-hidden">: {title}</span></Button>
      </Panel>
    </Section>
  )
}

/** Higher groups, the comparison that comes before a yes, or the group that was taken (OFFERS-22 to OFFERS-26). */
export function UpgradeSection({ words }: SectionProps) {
  // The press is answered before list, comparison or outcome is rendered anew (DEC-305).
  const current = useUnit($upgrade)
  const shown = useDeferredValue(current)
  const { differences, figures, busy, taken, stuck, isAsked } = useUnit({
    differences: upselling.$differences, figures: upselling.$figures, busy: upselling.$isBusy, taken: upselling.$taken, stuck: upselling.$isStuck,
    isAsked: upselling.listFx.pending,
  })
  const { upgrade, yes, no, proceed } = useUnit({ upgrade: upselling.upgradePressed, yes: upselling.yesPressed, no: upselling.noPressed, proceed: upselling.continuePressed })
  const box = useRef<HTMLDivElement>(null)
  const kind = shown?.kind
  const before = useRef(kind)
  useEffect(() => {
    // List, comparison and outcome take each other's place, so the focus goes to their heading; not when the list has just come.
    if (before.current !== undefined && before.current !== kind) box.current?.querySelector<HTMLElement>('h2')?.focus()
    before.current = kind
  }, [kind])
  return (
    <div ref={box}>
      {differences.length > 0 && <DifferencesView differences={differences} currency={figures.currency} words={words} />}
      {content()}
    </div>
  )

  function content(): ReactNode {
    // The groups come after the extras below them, which must not move away from the finger (DEC-257).
    if (shown === null) return isAsked || current !== null ? <div className="ck-offers-room" data-waiting-for="upgrades" /> : null
    if (shown.kind === 'taken') return <Section title={words('UpgradeVehicle')}><Notice kind="ok" title={words(shown.isOwn ? 'UpsellingSuccess' : 'AlreadyUpgraded')}>{shown.name}</Notice></Section>
    if (shown.kind === 'offered') {
      return (
        <Section title={words('Upgrade.title')} lead={words('Upgrade.lead')}>
          <UpgradeList groups={shown.groups} currency={figures.currency} words={words} onUpgrade={(groupId) => { upgrade(groupId) }} level="h3" />
        </Section>
      )
    }
    return (
      <Section title={words('Compare.title')} lead={words('Compare.lead')}>
        <Comparison {...shown.comparison} figures={figures} words={words} level="h3" />
        {stuck && <Notice kind="ok" live title={words('UpsellingSuccess')}>{words('Upgrade.stuck')}</Notice>}
        <div className="ck-offers-answers">
          {stuck
            ? <Button action="Continue" onClick={() => proceed()}>{words('Continue')}</Button>
            : <Button kind="soft" action="YesIwantUpgrade" busy={busy || taken !== null} onClick={() => yes()}>{words('YesIwantUpgrade')}</Button>}
          {taken === null && <Button kind="ghost" action="NoIkeepSame" disabled={busy} onClick={() => no()}>{words('NoIkeepSame')}</Button>}
        </div>
      </Section>
    )
  }
}
