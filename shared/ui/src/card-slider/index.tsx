import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from '../icons/icons.tsx'

export interface CardSliderProps {
  readonly title: string
  readonly previousLabel: string
  readonly nextLabel: string
  /** One card each; the key of the list item is the card's. */
  readonly cards: readonly { readonly key: string; readonly card: ReactNode }[]
}

/** How much of the visible width one press of an arrow moves: a piece of the last card stays in sight. */
const share = 0.85

/** A row of cards that scrolls by touch, wheel, keyboard and two arrows; a plain list to a screen reader. */
export function CardSlider({ title, previousLabel, nextLabel, cards }: CardSliderProps) {
  const id = useId()
  const track = useRef<HTMLUListElement>(null)
  const [room, setRoom] = useState({ before: false, after: false })
  const measure = (): void => {
    const box = track.current
    if (!box) return
    const moved = Math.abs(box.scrollLeft)
    setRoom({ before: moved > 1, after: moved + box.clientWidth < box.scrollWidth - 1 })
  }
  useEffect(() => {
    measure()
    window.addEventListener('resize', measure)
    return () => { window.removeEventListener('resize', measure) }
  }, [cards.length])
  const move = (direction: 1 | -1): void => {
    const box = track.current
    if (!box) return
    // From right to left the end of the row is on the left, and scrolling there counts below zero.
    const sign = getComputedStyle(box).direction === 'rtl' ? -1 : 1
    box.scrollBy({ left: sign * direction * box.clientWidth * share, behavior: 'smooth' })
  }
  return (
    <section className="ck-slider" aria-labelledby={id}>
      <div className="ck-slider-head">
        <h2 id={id}>{title}</h2>
        {(room.before || room.after) && (
          <div className="ck-slider-arrows">
            <button type="button" aria-label={`${previousLabel}: ${title}`} disabled={!room.before} onClick={() => { move(-1) }}><ChevronLeft /></button>
            <button type="button" aria-label={`${nextLabel}: ${title}`} disabled={!room.after} onClick={() => { move(1) }}><ChevronRight /></button>
          </div>
        )}
      </div>
      <ul ref={track} className="ck-slider-track" onScroll={measure}>
        {cards.map(({ key, card }) => <li key={key}>{card}</li>)}
      </ul>
    </section>
  )
}
