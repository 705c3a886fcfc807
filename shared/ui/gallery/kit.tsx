import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { useLanguage, useWords, formatDate, formatTime, languages, type Language } from '@checkin/i18n'
import { Button } from '../src/button/index.tsx'
import { Checkbox } from '../src/checkbox/index.tsx'
import { ProgressBar, ProgressStepper } from '../src/chrome/progress-stepper.tsx'
import { Loader } from '../src/chrome/loader.tsx'
import { LogoTile } from '../src/chrome/logo.tsx'
import { ChevronDown } from '../src/icons/icons.tsx'
import { Modal } from '../src/chrome/modal.tsx'
import { Scene, type SceneName } from '../src/chrome/scene.tsx'
import { Toast } from '../src/chrome/toast.tsx'
import { Notice } from '../src/notice/index.tsx'
import { Actions, Panel, StepBody, StepHeading } from '../src/step/index.tsx'
import { brandVariables } from '../src/brand/brand.ts'
import { Ticket } from '../src/ticket/index.tsx'
import { FormPage } from './form-page.tsx'

export interface PageProps {
  readonly firmName: string
  readonly language: Language
  readonly layout: 'desktop' | 'mobile'
}

const stops = ['find', 'confirm', 'about', 'documents', 'offers', 'review', 'ready'] as const

/** The frame as the shell builds it, around a page of the gallery. */
function Framed({ firmName, language, layout, scene, current, children }: PageProps & { readonly scene?: SceneName; readonly current: number; readonly children: ReactNode }) {
  const words = useWords()
  const progressSteps = stops.map((id) => ({ id, name: words(`Lane.${id}`) }))
  const home = <a className="ck-logo" href="#home"><LogoTile firmName={firmName} /><span>{firmName}<span className="ck-hidden">, {words('Frame.home')}</span></span></a>
  return (
    <div className="ck-app" data-layout={layout}>
      <a className="ck-skip" href="#content">{words('Frame.skipToContent')}</a>
      {layout === 'desktop' && (
        <aside className="ck-sidebar">
          {home}
          <ProgressStepper steps={progressSteps} current={current} />
          <div className="ck-trip ck-num"><b>Faro Airport</b><span>Sat 28 Nov, 10:30</span><span>{words('Trip.return', { days: words('NumberOfDays', { count: 7 }), place: 'Lisboa' })}</span></div>
        </aside>
      )}
      <div className="ck-main">
        <header className="ck-header">
          {layout === 'desktop' ? <span className="ck-header-product">{words('ExpressCheckout')}</span> : home}
          <div className="ck-header-tools">
            <label className="ck-language">
              <span className="ck-hidden">{words('Frame.language')}</span>
              <span aria-hidden="true">{language.toUpperCase()}</span>
              <ChevronDown />
              <select name="language" defaultValue={language}>{languages.map((each) => <option key={each} value={each}>{words(`Language.${each}`)}</option>)}</select>
            </label>
          </div>
          {layout === 'mobile' && <ProgressBar steps={progressSteps} current={current} />}
        </header>
        <main className="ck-container" data-container={scene ? 'grid' : 'narrow'} id="content" tabIndex={-1}>
          <div>{children}</div>
          {scene && <div className="ck-frame"><Scene name={scene} /></div>}
        </main>
      </div>
    </div>
  )
}

function ReservationPage(props: PageProps) {
  const words = useWords()
  const leg = (label: string, place: string, at: string) => ({ label, place, date: formatDate(at, props.language, 'weekday'), time: formatTime(at, props.language) })
  return (
    <Framed {...props} scene="car" current={2}>
      <StepBody>
        <StepHeading eyebrow="Maria" title="Is this your reservation?" lead="Have a look at the places and times before you go on." />
        <Ticket
          label={words('Ticket.reference')}
          reference="CV1001"
          aside={words('NumberOfDays', { count: 7 })}
          pickUp={leg(words('Ticket.pickUp'), 'Faro Airport', '2026-11-28T10:30:00')}
          dropOff={leg(words('Ticket.return'), 'Lisboa Estação do Oriente', '2026-12-05T18:00:00')}
          facts={[{ label: words('Ticket.group'), value: 'C · Seat Leon' }, { label: words('Total'), value: '€412.50' }, { label: words('AmountDue'), value: '€312.50' }]}
        />
        <Notice kind="info" title="Free cancellation">until Thu 26 Nov, 10:30</Notice>
        <Notice kind="warn">{words('Notice.offline')}</Notice>
        <Notice kind="ok">{words('ReservationUpdatedSuccess')}</Notice>
        <Notice kind="danger">{words('CannotUpdateReservation')}</Notice>
        <Actions>
          <Button action="Continue">{words('Continue')}</Button>
          <Button action="Exit" kind="ghost">{words('Exit')}</Button>
        </Actions>
      </StepBody>
    </Framed>
  )
}

function DetourPage(props: PageProps) {
  const words = useWords()
  return (
    <Framed {...props} current={3}>
      <StepBody>
        <div className="ck-detour-scene"><Scene name="detour" /></div>
        <StepHeading eyebrow={`${words('Ticket.reference')} CV1001`} title={words('Detour.title')} lead={words('Detour.text')} />
        <Panel><p className="ck-hint">{words('Counter.show')}</p><p className="ck-reference">CV1001</p></Panel>
        <Actions>
          <Button action="Detour.retry">{words('Detour.retry')}</Button>
          <Button action="Detour.counter" kind="ghost">{words('Detour.counter')}</Button>
        </Actions>
      </StepBody>
    </Framed>
  )
}

function ModalPage(props: PageProps) {
  const words = useWords()
  return (
    <Framed {...props} scene="driver-license" current={3}>
      <StepBody><StepHeading title="Your driving licence" /></StepBody>
      <Modal
        state="warning"
        type="confirm"
        messages={(['AreYouSureQuit', 'YourProgressWillBeLost'] as const).map((key) => ({ key, text: words(key) }))}
        confirmText={words('Confirm')}
        cancelText={words('Cancel')}
        onConfirm={() => undefined}
        onClose={() => undefined}
      />
    </Framed>
  )
}

function ToastPage(props: PageProps) {
  const words = useWords()
  return (
    <Framed {...props} scene="driver" current={2}>
      <StepBody>
        <StepHeading title="The driver" />
        <Checkbox name="terms" checked onChange={() => undefined} required>{words('TermsAgree')}</Checkbox>
      </StepBody>
      <Toast alert={{ key: 'ReservationNotFound', text: words('ReservationNotFound'), state: 'error' }} />
    </Framed>
  )
}

function LoaderPage({ firmName }: PageProps) {
  const words = useWords()
  return <main><h1 className="ck-hidden">{firmName}</h1><Loader page firmName={firmName} percent={35} label={words('Loading.label')} note={words('Loading.slow')} /></main>
}

function ScenesPage() {
  const names: readonly SceneName[] = ['calendar', 'driver', 'driver-id', 'driver-license', 'car', 'detour']
  return <main style={{ display: 'flex', flexWrap: 'wrap', gap: 24, padding: 24 }}><h1 className="ck-hidden">Scenes</h1>{names.map((name) => <div key={name} style={{ inlineSize: 'min(400px, 100%)', aspectRatio: '44/52', borderRadius: 28, overflow: 'hidden' }}><Scene name={name} /></div>)}</main>
}

const pages: Readonly<Record<string, ComponentType<PageProps>>> = {
  form: (props) => <Framed {...props} scene="calendar" current={0}><FormPage state="empty" /></Framed>,
  errors: (props) => <Framed {...props} scene="driver-id" current={3}><FormPage state="errors" /></Framed>,
  filled: (props) => <Framed {...props} scene="driver-license" current={3}><FormPage state="filled" /></Framed>,
  reservation: ReservationPage,
  detour: DetourPage,
  modal: ModalPage,
  toast: ToastPage,
  loader: LoaderPage,
  scenes: ScenesPage,
}

/** Brands of the demo's companies by the word in the gallery's address: name of the company, custom properties. Any other word is Costa Verde, which has none of its own. */
export const brandOf = (brand: string | null): readonly [firmName: string, variables: ReturnType<typeof brandVariables>] =>
  (brand === 'island' ? ['Island Cars', brandVariables('#ff6a00', { color: '#fff', backgroundColor: '#ff6a00' })]
    : brand === 'alpen' ? ['Alpen', brandVariables('#0b4a8f', { color: '#fff', backgroundColor: '#0b4a8f' })]
      : ['Costa Verde', brandVariables()])

/** Dresses the document in a brand; answers the company's name. */
export function dress(brand: string | null): string {
  const [firmName, variables] = brandOf(brand)
  for (const [variable, value] of Object.entries(variables)) document.documentElement.style.setProperty(variable, value)
  return firmName
}

/** States of the kit, which the gallery lists as those of a screen of its own. */
export const kitStates = Object.keys(pages)

/** The width from which the frame has its sidebar, in CSS pixels. */
const desktopWidth = 991

/** One state of the kit in the window as it is; it looks again when the window changes. */
export function Kit({ state, firmName }: { readonly state: string; readonly firmName: string }): ReactNode {
  const language = useLanguage()
  const layout = useSyncExternalStore((changed) => {
    window.addEventListener('resize', changed)
    return () => { window.removeEventListener('resize', changed) }
  }, () => (window.innerWidth < desktopWidth ? 'mobile' as const : 'desktop' as const))
  const Page = pages[state]
  return Page && <Page firmName={firmName} language={language} layout={layout} />
}
