export interface StepperProps {
  /** What is counted; names the group and, with the two labels, each button. */
  readonly label: string
  readonly minusLabel: string
  readonly plusLabel: string
  readonly quantity: number
  readonly canMinus: boolean
  readonly canPlus: boolean
  /** A change is under way: the buttons keep the focus and take no second press. */
  readonly busy?: boolean
  readonly onMinus: () => void
  readonly onPlus: () => void
}

/** A quantity between two buttons; the number is read out when it changes. */
export function Stepper({ label, minusLabel, plusLabel, quantity, canMinus, canPlus, busy = false, onMinus, onPlus }: StepperProps) {
  const press = (act: () => void) => () => {
    if (!busy) act()
  }
  return (
    <div className="ck-stepper" role="group" aria-label={label}>
      <button type="button" data-action="Minus" aria-label={`${minusLabel}: ${label}`} disabled={!canMinus} aria-disabled={busy || undefined} onClick={press(onMinus)}>−</button>
      <output className="ck-num" data-quantity={quantity}>{quantity}</output>
      <button type="button" data-action="Plus" aria-label={`${plusLabel}: ${label}`} disabled={!canPlus} aria-disabled={busy || undefined} onClick={press(onPlus)}>+</button>
    </div>
  )
}
