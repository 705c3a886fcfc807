import { useWords } from '@checkin/i18n'
import { useUnit } from 'effector-react'
import { ExtrasPage, ExtrasView } from '../steps/extras/view.tsx'
import { $hasExtras, $isOnePage } from './model.ts'
import { DriverSection, UpgradeSection } from './sections.view.tsx'

/** `/extras`: the extras of the steps, or the page with all offers (DEC-107). */
export function OffersView() {
  return useUnit($isOnePage) ? <OnePageView /> : <ExtrasView />
}

const messages = { eyebrow: 'Page.eyebrow', title: 'Page.title', lead: 'Page.lead', unpriced: 'Page.unpriced' } as const

/** Another driver, a higher group and the extras below each other, beside one account that they all change (DEC-107). */
function OnePageView() {
  const words = useWords('mfe-offers')
  return (
    <ExtrasPage messages={messages} hasExtras={useUnit($hasExtras)}>
      <DriverSection words={words} />
      <UpgradeSection words={words} />
    </ExtrasPage>
  )
}
