import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** A part of a screen that most renters never see and that comes when it is shown. */
export interface Late<Props> {
  readonly Part: ComponentType<{ readonly props: Props; readonly waiting?: ReactNode; readonly failed?: (retry: () => void) => ReactNode }>
  /** Fetches it before it is needed; a failure shows when it is. */
  readonly fetch: () => void
}

/** Stands where something comes: what is below it is out of sight until then, for a second at most, instead of jumping (DEC-257). */
export const Coming = () => <div data-coming />

/** Wraps the import of a view. Where it does not come, what `failed` gives stands in its place, with a way to ask again. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let known: ComponentType<Props> | null = null
  const get = async (): Promise<void> => { known ??= await load() }
  function Part({ props, waiting = <Coming />, failed = () => null }: { readonly props: Props; readonly waiting?: ReactNode; readonly failed?: (retry: () => void) => ReactNode }) {
    const [state, setState] = useState<'waiting' | 'there' | 'failed'>(known === null ? 'waiting' : 'there')
    useEffect(() => {
      if (state !== 'waiting') return
      let isShown = true
      const settle = (next: 'there' | 'failed') => () => { if (isShown) setState(next) }
      get().then(settle('there'), settle('failed'))
      return () => { isShown = false }
    }, [state])
    const View = known
    if (state === 'failed') return failed(() => setState('waiting'))
    return View === null || state !== 'there' ? waiting : <View {...props} />
  }
  return { Part, fetch: () => { get().catch(() => undefined) } }
}
