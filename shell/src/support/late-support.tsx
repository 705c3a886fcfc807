import { useUnit } from 'effector-react'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { $listsLoaded } from '../config/lists.model.ts'

/** Help, saving and finishing later come when the first screen works and what it waited for has been loaded (decision 0081). Without them the page is as it was. */
export function LateSupport(): ReactNode {
  const isDue = useUnit($listsLoaded)
  const [View, setView] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (isDue) import('./support.tsx').then(({ Support }) => { setView(() => Support) }, () => undefined)
  }, [isDue])
  return View && <View />
}
