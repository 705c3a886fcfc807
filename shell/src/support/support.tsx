import { addWords, phoneAddress, useLanguage, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useUnit } from 'effector-react'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { createFinishLater } from './finish-later.model.ts'
import { createHelp } from './help.model.ts'
import type { SupportKit } from './kit.ts'
import { createLaterSms } from './later-sms.model.ts'
import { createLaterSmsView } from './later-sms.view.tsx'
import { createOtherDevices } from './other-devices.model.ts'
import { createOtherDevicesView } from './other-devices.view.tsx'
import { createRestWarning } from './rest-warning.model.ts'
import { RestWarningDialog } from './rest-warning.view.tsx'
import { createSaved } from './saved.model.ts'
import { savedText } from './saved-text.ts'
import { keepOpen } from './start-again.ts'
import { supportNamespace, supportWords, type SupportKey } from './words.ts'

export { startAgain } from './start-again.ts'

/**
 * What the frame has on every screen besides the screen: what is kept, the way to finish later, help, and the warning before a session ends (DEC-186,
 * DEC-188, DEC-190). Comes after the first
 * screen is usable; a page that it never reaches lacks nothing that check-in needs. Made once per page, with its words: nobody reads keys.
 */
export async function createSupport(kit: SupportKit): Promise<ComponentType> {
  await addWords(supportNamespace, supportWords)
  keepOpen()
  const [saved, later, help, rest] = [createSaved(kit), createFinishLater(kit), createHelp(kit), createRestWarning(kit)]
  const LaterSms = createLaterSmsView(createLaterSms(kit))
  const OtherDevices = createOtherDevicesView(createOtherDevices(kit))
  const { $config } = kit.flow

  function Saved(): ReactNode {
    const words = useWords<SupportKey>(supportNamespace)
    const language = useLanguage()
    const saving = useUnit(saved.$saving)
    return saving !== null && <p className="ck-support-saved" data-saved={saving.where} aria-hidden="true">{savedText(saving, words, language)}</p>
  }

  /** For who listens; stays from screen to screen, because a place that comes with its text is not read out. */
  function SavedAnnouncement(): ReactNode {
    const words = useWords<SupportKey>(supportNamespace)
    const language = useLanguage()
    const announced = useUnit(saved.$announced)
    return <p className="ck-hidden" role="status">{announced !== null && savedText(announced, words, language)}</p>
  }

  function FinishLater({ isOpen, onOpen }: Opening): ReactNode {
    const words = useWords<SupportKey>(supportNamespace)
    const [isSent, isSending, requested] = useUnit([later.$isSent, later.$isSending, later.requested])
    return (
      <details open={isOpen} onToggle={({ currentTarget }) => { onOpen(currentTarget.open) }}>
        <summary data-action="Later.open">{words('Later.open')}</summary>
        <div className="ck-support-panel">
          <p>{words('Later.text')}</p>
          <Button kind="soft" action="Later.send" busy={isSending} onClick={() => { requested() }}>{words(isSent ? 'Later.again' : 'Later.send')}</Button>
          <p role="status" data-later={isSent ? 'sent' : 'none'}>{isSent && words('Later.sent')}</p>
          {isOpen && <LaterSms />}
        </div>
      </details>
    )
  }

  function Help({ isOpen, onOpen }: Opening): ReactNode {
    const words = useWords<SupportKey>(supportNamespace)
    const [config, code, opened] = useUnit([$config, help.$code, help.opened])
    // A code names its screen: on the next one another is made where help is still open.
    useEffect(() => { if (isOpen && code === null) opened() }, [isOpen, code, opened])
    const { phone = null, help: { chatUrl, hours } = {} } = config ?? {}
    return (
      <details open={isOpen} onToggle={({ currentTarget }) => { onOpen(currentTarget.open) }}>
        <summary data-action="Help.open">{words('Help.open')}</summary>
        <div className="ck-support-panel">
          {phone !== null && <p>{words('Help.phone')} <a href={phoneAddress(phone)} dir="ltr">{phone}</a></p>}
          {hours !== undefined && <p data-help="hours">{words('Help.hours')} {hours}</p>}
          {isHttps(chatUrl) && <p><a href={chatUrl} target="_blank" rel="noopener noreferrer" data-help="chat">{words('Help.chat')}</a></p>}
          {isOpen && <OtherDevices />}
          <p role="status">{code !== null && <span data-support-code={code}>{words('Support.code', { code })}</span>}</p>
        </div>
      </details>
    )
  }

  function RestWarning(): ReactNode {
    const [warning, isAsking, hasFailed, appeared, stayed, seen] = useUnit([rest.$warning, rest.$isAsking, rest.$hasFailed, rest.appeared, rest.stayed, rest.seen])
    useEffect(() => { appeared() }, [appeared])
    return warning && <RestWarningDialog warning={warning} busy={isAsking} hasFailed={hasFailed} onStay={stayed} onSeen={seen} />
  }

  return function Support(): ReactNode {
    const words = useWords<SupportKey>(supportNamespace)
    const [isOffered, appeared, visit] = useUnit([later.$isOffered, help.appeared, kit.$visit])
    const [isLaterOpen, openLater] = useState(false)
    const [isHelpOpen, openHelp] = useState(false)
    // Once: the words of a language that is chosen later are no news about how this page came.
    useEffect(() => { appeared(words('Notice.findFirst')) }, [])
    return (
      <>
        <SavedAnnouncement />
        {/* Comes and goes with its screen, as all above it does: one that stayed would jump to where the next screen ends (DEC-257). What was opened stays open. */}
        <footer className="ck-support" key={JSON.stringify(visit)}>
          <Saved />
          {isOffered && <FinishLater isOpen={isLaterOpen} onOpen={openLater} />}
          <Help isOpen={isHelpOpen} onOpen={openHelp} />
        </footer>
        <RestWarning />
      </>
    )
  }
}

/** Whether a part of the frame is opened, which outlives the screen on which it was. */
interface Opening {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The server gives no other; a page does not lead anywhere on its word alone. */
const isHttps = (address: string | undefined): address is string => address !== undefined && /^https:\/\//.test(address)
