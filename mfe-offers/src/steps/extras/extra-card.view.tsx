import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { CardSlider } from '@checkin/ui/card-slider'
import { Stepper } from '@checkin/ui/stepper'
import { isDaily } from '../../domain/offer-price.ts'
import type { Press } from '../../domain/extra-choice.ts'
import type { ExtraCard as Card, ExtraSection } from '../../domain/extra-cards.ts'
import { daysText, PriceText } from '../../price.view.tsx'

export interface ExtraCardProps {
  readonly card: Card
  readonly figures: { readonly currency: string; readonly days: number }
  /** Its new price is on the way. */
  readonly busy: boolean
  readonly onPress: (press: Press) => void
  readonly words: Translate
}

/** One extra: what it is, what it costs, and the buttons that it has (OFFERS-13 to OFFERS-15). */
export function ExtraCard({ card, figures, busy, onPress, words }: ExtraCardProps) {
  const { extraID, description, observations, price, quantity, lock } = card
  return (
    <article className="ck-offer" data-extra={extraID} data-chosen={quantity > 0 ? '' : undefined} aria-busy={busy || undefined}>
      <div>
        {isDaily(price) && <span className="ck-tag">{daysText(words, figures.days)}</span>}
        <h3>{description}</h3>
      </div>
      <div>
        {observations && <p>{observations}</p>}
        <PriceText price={price} currency={figures.currency} days={figures.days} words={words} />
      </div>
      <div className="ck-offer-foot">
        {lock && <span className="ck-tag">{words({ included: 'Included', required: 'Lock.required', accepted: 'Lock.accepted' }[lock])}</span>}
        {card.hasQuantity
          ? (
            <Stepper
              label={description} minusLabel={words('Minus')} plusLabel={words('Plus')} quantity={quantity}
              canMinus={card.canMinus} canPlus={card.canPlus} onMinus={() => { onPress('minus') }} onPlus={() => { onPress('plus') }}
            />
          )
          : <Switch card={card} busy={busy} onPress={onPress} words={words} />}
      </div>
    </article>
  )
}

/** Add or Remove; one button, so that the focus stays where it is when the extra changes sides. */
function Switch({ card: { description, canAdd, canRemove }, busy, onPress, words }: Omit<ExtraCardProps, 'figures'>) {
  if (!canAdd && !canRemove) return null
  const action = canAdd ? 'Add' : 'Remove'
  return (
    <Button kind="soft" action={action} busy={busy} deferred onClick={() => { onPress(canAdd ? 'add' : 'remove') }}>
      {words(action)}<span className="ck-hidden">: {description}</span>
    </Button>
  )
}

export interface ExtraSectionsProps extends Pick<ExtraCardProps, 'figures' | 'words'> {
  readonly sections: readonly ExtraSection[]
  /** Ids of the cards whose new prices are on the way. */
  readonly busyExtras: readonly string[]
  readonly onPress: (extraID: string, press: Press) => void
}

/** The cards of each section: a row, on a wide window a grid (OFFERS-12). */
export function ExtraSections({ sections, figures, busyExtras, words, onPress }: ExtraSectionsProps) {
  return sections.map(({ name, cards }) => (
    <CardSlider
      key={name} title={words(name)} previousLabel={words('Slider.previous')} nextLabel={words('Slider.next')}
      cards={cards.map((card) => ({
        key: card.extraID,
        card: <ExtraCard card={card} figures={figures} busy={busyExtras.includes(card.extraID)} words={words} onPress={(kind) => { onPress(card.extraID, kind) }} />,
      }))}
    />
  ))
}
