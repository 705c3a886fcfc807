import type { Scope } from 'effector'
import { Provider } from 'effector-react'
import type { ComponentType, ReactNode } from 'react'
import { Page } from './page.tsx'
import type { RemoteLoader } from './remotes/load-remote.ts'
import { RemoteLoaderProvider } from './remotes/remote-loader-context.ts'

/** The whole page as one tree: the same in the browser and where the first screens are drawn. */
export const pageTree = (scope: Scope, loader: RemoteLoader, Router: ComponentType<{ readonly children: ReactNode }>): ReactNode => (
  <Provider value={scope}>
    <RemoteLoaderProvider value={loader}>
      <Router>
        <Page />
      </Router>
    </RemoteLoaderProvider>
  </Provider>
)
