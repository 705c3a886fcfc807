import { $config, $language } from '@checkin/flow'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { languageChosen } from './config/language.model.ts'
import { ModalView } from './feedback/modal.view.tsx'
import { ToastView } from './feedback/toast.view.tsx'
import { WaitingView } from './feedback/waiting.view.tsx'
import { $layout } from './frame/layout.model.ts'
import { PageFrame } from './frame/page-frame.view.tsx'
import { $lane, $surroundings, $trip } from './page.model.ts'
import { PrepareNext } from './remotes/prepare-next.tsx'
import { homeChosen } from './routes/leave.model.ts'
import { RouterBridge } from './routes/router.tsx'
import { Stage } from './routes/stage.tsx'

/** The whole page: frame, stage, alert and modal (SHELL-73). */
export function Page(): ReactNode {
  const [layout, config, language, surroundings, lane, trip] = useUnit([$layout, $config, $language, $surroundings, $lane, $trip])
  const [choseLanguage, choseHome] = useUnit([languageChosen, homeChosen])
  return (
    <>
      <RouterBridge />
      <PrepareNext />
      <PageFrame
        layout={layout}
        firm={{ firmName: config?.firmName ?? '', firmLogo: config?.firmLogo }}
        language={language}
        lane={lane}
        trip={trip}
        {...surroundings}
        onLanguage={choseLanguage}
        onHome={() => { choseHome() }}
      >
        <Stage />
      </PageFrame>
      <WaitingView />
      <ToastView />
      <ModalView />
    </>
  )
}
