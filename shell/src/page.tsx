import { $config, $language } from '@checkin/flow'
import { offeredLanguages } from '@checkin/i18n'
import type { Scope } from 'effector'
import { Provider, useUnit } from 'effector-react'
import type { ComponentType, ReactNode } from 'react'
import { languageChosen } from './config/language.model.ts'
import { ModalView, RefusalView, ToastView, WaitingView } from './feedback/feedback-views.tsx'
import { $layout } from './layout/layout.model.ts'
import { PageFrame } from './layout/page-frame.view.tsx'
import { $stepper, $surroundings, $trip } from './page.model.ts'
import type { RemoteLoader } from './remotes/load-remote.ts'
import { RemoteLoaderProvider } from './remotes/mount-step.tsx'
import { PreloadNext } from './remotes/preload-next.tsx'
import { homeChosen } from './navigation/leave.model.ts'
import { RouterBridge } from './navigation/router.tsx'
import { Outlet } from './navigation/outlet.tsx'
import { LateSupport } from './support/late-support.tsx'

/** The whole page: frame, outlet, alert and modal (SHELL-73). */
export function Page(): ReactNode {
  const [layout, config, language, surroundings, stepper, trip] = useUnit([$layout, $config, $language, $surroundings, $stepper, $trip])
  const [choseLanguage, choseHome] = useUnit([languageChosen, homeChosen])
  return (
    <>
      <RouterBridge />
      <PageFrame
        layout={layout}
        firm={{ firmName: config?.firmName ?? '', firmLogo: config?.firmLogo }}
        phone={config?.phone ?? null}
        language={language}
        offered={offeredLanguages(config?.locales)}
        stepper={stepper}
        trip={trip}
        {...surroundings}
        onLanguage={choseLanguage}
        onHome={() => { choseHome() }}
        footer={<LateSupport />}
      >
        <RefusalView />
        <Outlet />
      </PageFrame>
      <WaitingView />
      <ToastView />
      <ModalView />
      {/* Last: its link may not come before the one that skips to the content. */}
      <PreloadNext />
    </>
  )
}

/** The whole page as one tree: the same in the browser and where the first screens are pre-rendered. */
export const pageTree = (scope: Scope, loader: RemoteLoader, Router: ComponentType<{ readonly children: ReactNode }>): ReactNode => (
  <Provider value={scope}>
    <RemoteLoaderProvider value={loader}>
      <Router>
        <Page />
      </Router>
    </RemoteLoaderProvider>
  </Provider>
)
