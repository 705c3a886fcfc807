import { useUnit } from 'effector-react'
import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { $promptsOnClose } from './leave.model.ts'
import { addressChanged, historyIndex, routerReady } from './history.ts'

const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'own' in state && state.own === true

/** Ties react-router to the models: they decide what is shown, the router keeps the address and the history. */
export function RouterBridge(): null {
  const location = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigationType()
  const [ready, changed, prompts] = useUnit([routerReady, addressChanged, $promptsOnClose])

  useLayoutEffect(() => {
    ready((to, options) => void navigate(to, options))
  }, [navigate, ready])

  // Before the first paint: the loader does not flash up where the screen is known at once.
  useLayoutEffect(() => {
    changed({ pathname: location.pathname, search: location.search, index: historyIndex(), own: navigation !== NavigationType.Pop && isOwn(location.state) })
  }, [location, navigation, changed])

  useEffect(() => {
    if (!prompts) return
    const ask = (event: BeforeUnloadEvent): void => { event.preventDefault() }
    window.addEventListener('beforeunload', ask)
    return () => { window.removeEventListener('beforeunload', ask) }
  }, [prompts])

  return null
}
