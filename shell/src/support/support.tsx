import { $config } from '@checkin/flow'
import { addWords, phoneAddress, useLanguage, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useUnit } from 'effector-react'
import { useEffect, useState, type ReactNode } from 'react'
import { $canFinishLater, $isSent, laterLinkRequested, sendFx } from './finish-later.model.ts'
import { $supportCode, helpOpened, supportOpened } from './help.model.ts'
import { $announced, $saving } from './saved.model.ts'
import { savedText } from './saved-text.ts'
import './turned-away.model.ts'
import { supportNamespace, supportWords, type SupportKey } from './words.ts'

/**
 * What the frame has on every screen besides the screen: what is kept, the way to finish later, and help (DEC-186, DEC-188). Comes after the first
 * screen is usable; a page that it never reaches lacks nothing that check-in needs.
 */
export function Support(): ReactNode {
  const hasWords = useSupportWords()
  const [config, canFinishLater, opened] = useUnit([$config, $canFinishLater, supportOpened])
  useEffect(() => { if (hasWords) opened() }, [hasWords, opened])
  if (!hasWords) return null
  return (
    <footer className="ck-support">
      <Saved />
      {canFinishLater && <FinishLater />}
      <Help phone={config?.phone ?? null} chatUrl={config?.help?.chatUrl} hours={config?.help?.hours} />
    </footer>
  )
}

function useSupportWords(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    // Without its words the part stays away: nobody reads keys.
    addWords(supportNamespace, supportWords).then(() => { setThere(true) }, () => undefined)
  }, [])
  return isThere
}

function Saved(): ReactNode {
  const words = useWords<SupportKey>(supportNamespace)
  const language = useLanguage()
  const [saving, announced] = useUnit([$saving, $announced])
  return (
    <>
      {saving !== null && <p className="ck-support-saved" data-saved={saving.where} aria-hidden="true">{savedText(saving, words, language)}</p>}
      <p className="ck-hidden" role="status">{announced !== null && savedText(announced, words, language)}</p>
    </>
  )
}

function FinishLater(): ReactNode {
  const words = useWords<SupportKey>(supportNamespace)
  const [isSent, isSending, requested] = useUnit([$isSent, sendFx.pending, laterLinkRequested])
  return (
    <details>
      <summary data-action="Later.open">{words('Later.open')}</summary>
      <div className="ck-support-panel">
        <p>{words('Later.text')}</p>
        <Button kind="soft" action="Later.send" busy={isSending} onClick={() => { requested() }}>{words(isSent ? 'Later.again' : 'Later.send')}</Button>
        <p role="status" data-later={isSent ? 'sent' : 'none'}>{isSent && words('Later.sent')}</p>
      </div>
    </details>
  )
}

interface HelpProps {
  readonly phone: string | null
  readonly chatUrl: string | undefined
  readonly hours: string | undefined
}

function Help({ phone, chatUrl, hours }: HelpProps): ReactNode {
  const words = useWords<SupportKey>(supportNamespace)
  const [code, opened] = useUnit([$supportCode, helpOpened])
  const [isOpen, setOpen] = useState(false)
  // A code names its screen: on the next one another is made where help is still open.
  useEffect(() => { if (isOpen && code === null) opened() }, [isOpen, code, opened])
  return (
    <details onToggle={({ currentTarget }) => { setOpen(currentTarget.open) }}>
      <summary data-action="Help.open">{words('Help.open')}</summary>
      <div className="ck-support-panel">
        {phone !== null && <p>{words('Help.phone')} <a href={phoneAddress(phone)}>{phone}</a></p>}
        {hours !== undefined && <p data-help="hours">{words('Help.hours')} {hours}</p>}
        {isHttps(chatUrl) && <p><a href={chatUrl} target="_blank" rel="noopener noreferrer" data-help="chat">{words('Help.chat')}</a></p>}
        <p role="status">{code !== null && <span data-support-code={code}>{words('Support.code', { code })}</span>}</p>
      </div>
    </details>
  )
}

/** The server gives no other; a page does not lead anywhere on its word alone. */
const isHttps = (address: string | undefined): address is string => address !== undefined && /^https:\/\//.test(address)
