import { useEffect, useState, type ReactNode } from 'react'
import { formatDateTime, phoneAddress, useWords, type Language } from '@checkin/i18n'
import type { Route } from '@checkin/routes'
import { ProgressBar, ProgressStepper, type ProgressStep } from '@checkin/ui/chrome/progress-stepper'
import { LogoTile, type Firm } from '@checkin/ui/chrome/logo'
import { ChevronDown, Phone } from '@checkin/ui/chrome/marks'
import { Scene, type SceneName } from '@checkin/ui/chrome/scene'
import type { StepperPosition } from './stepper.ts'
import type { Layout } from './device.ts'

/** The rental in a few words: places as the firm names them, time on the pick-up location's own clock. */
export interface Trip {
  readonly pickUpPlace: string
  /** `YYYY-MM-DDTHH:mm` */
  readonly pickUpAt: string
  readonly returnPlace: string
  readonly days: number
}

export interface PageFrameProps {
  readonly layout: Layout
  readonly firm: Firm
  /** Telephone of the company; null where it gave none. */
  readonly phone: string | null
  readonly language: Language
  /** The tenant's languages, in the order in which they are offered (DEC-112). */
  readonly offered: readonly Language[]
  readonly stepper: StepperPosition | null
  readonly trip: Trip | null
  readonly frame: Route['frame']
  readonly container: Route['container']
  readonly onLanguage: (language: Language) => void
  readonly onHome: () => void
  /** What stands below every screen. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/**
 * The page around a step. Desktop and mobile (SHELL-67) are one tree, so that turning a phone or narrowing a window
 * keeps the step mounted and everything that was typed.
 */
export function PageFrame({ layout, firm, phone, language, offered, stepper, trip, frame, container, onLanguage, onHome, footer, children }: PageFrameProps) {
  const words = useWords()
  const desktop = layout === 'desktop'
  const steps: ProgressStep[] = (stepper?.steps ?? []).map((id) => ({ id, name: words(`Lane.${id}`) }))
  const home = (
    <a
      className="ck-logo"
      href="/"
      onClick={(event) => {
        event.preventDefault()
        onHome()
      }}
    >
      <LogoTile {...firm} />
      <span>{firm.firmName}<span className="ck-hidden">, {words('Frame.home')}</span></span>
    </a>
  )
  return (
    <div className="ck-app" data-layout={layout}>
      <a className="ck-skip" href="#content">{words('Frame.skipToContent')}</a>
      {desktop && (
        <aside className="ck-sidebar">
          {home}
          {stepper && <ProgressStepper steps={steps} current={stepper.current} />}
          {trip && <TripChip trip={trip} language={language} />}
        </aside>
      )}
      <div className="ck-main" key="main">
        <header className="ck-header">
          {desktop ? <span className="ck-header-product">{words('ExpressCheckout')}</span> : home}
          <div className="ck-header-tools">
            {phone !== null && <HelpLink phone={phone} />}
            <LanguageSelector language={language} offered={offered} onLanguage={onLanguage} />
          </div>
          {!desktop && stepper && <ProgressBar steps={steps} current={stepper.current} />}
        </header>
        <main className="ck-container" data-container={container} id="content" tabIndex={-1}>
          <div key="step">{children}</div>
          {container === 'grid' && frame !== 'none' && <SideImage name={frame} />}
        </main>
        {footer}
      </div>
    </div>
  )
}

/** Who helps, one press away on every screen. Pre-rendered pages are those of every tenant and have none: it comes when the page runs. */
function HelpLink({ phone }: { readonly phone: string }) {
  const words = useWords()
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return isRunning && <a className="ck-help" href={phoneAddress(phone)}><Phone /><span>{words('Frame.help', { phone })}</span></a>
}

function SideImage({ name }: { readonly name: SceneName }) {
  return <div className="ck-frame" data-frame={name}><Scene name={name} /></div>
}

function TripChip({ trip, language }: { readonly trip: Trip; readonly language: Language }) {
  const words = useWords()
  const days = words('NumberOfDays', { count: trip.days })
  return (
    <div className="ck-trip ck-num">
      <b>{trip.pickUpPlace}</b>
      <span>{formatDateTime(trip.pickUpAt, language)}</span>
      <span>{trip.returnPlace === trip.pickUpPlace ? words('Trip.returnSame', { days }) : words('Trip.return', { days, place: trip.returnPlace })}</span>
    </div>
  )
}

/** The tenant's languages by their own names (SHELL-72, SHELL-80, DEC-112); two letters while closed. */
function LanguageSelector({ language, offered, onLanguage }: Pick<PageFrameProps, 'language' | 'offered' | 'onLanguage'>) {
  const words = useWords()
  return (
    <label className="ck-language">
      <span className="ck-hidden">{words('Frame.language')}</span>
      <span aria-hidden="true">{language.toUpperCase()}</span>
      <ChevronDown />
      <select
        name="language"
        value={language}
        onChange={(event) => {
          const chosen = offered.find((each) => each === event.target.value)
          if (chosen) onLanguage(chosen)
        }}
      >
        {offered.map((each) => (
          // A pre-rendered page has every language; by this attribute the site leaves those of the tenant.
          <option key={each} data-language={each} value={each} lang={each}>{words(`Language.${each}`)}</option>
        ))}
      </select>
    </label>
  )
}
