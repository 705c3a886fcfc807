import { createContext, useContext } from 'react'
import type { RemoteLoader } from './load-remote.ts'

const Context = createContext<RemoteLoader | null>(null)

/** Gives the loader of this page to the steps below. */
export const RemoteLoaderProvider = Context.Provider

/** The loader of this page, also for loading the next step's module ahead. */
export function useRemoteLoader(): RemoteLoader {
  const loader = useContext(Context)
  if (!loader) throw new Error('There is no RemoteLoaderProvider above')
  return loader
}
