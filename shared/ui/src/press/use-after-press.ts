import { startTransition, useEffect, useEffectEvent, useState } from 'react'

/**
 * Work that a press begins and its answer does not wait for: the next frame shows the button as pressed, then `work` runs with the value (DEC-305).
 * A second press before that takes the place of the first.
 */
export function useAfterPress<Value = void>(work: (value: Value) => void): (value: Value) => void {
  const [due, setDue] = useState<{ readonly value: Value } | null>(null)
  const run = useEffectEvent(work)
  useEffect(() => {
    if (due) run(due.value)
  }, [due])
  return (value) => { startTransition(() => { setDue({ value }) }) }
}
