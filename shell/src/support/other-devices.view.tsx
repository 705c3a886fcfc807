import { useLanguage, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useUnit } from 'effector-react'
import { useEffect, type ComponentType } from 'react'
import type { OtherDevices } from './other-devices.model.ts'
import { clockText } from './saved-text.ts'
import { supportNamespace, type SupportKey } from './words.ts'

/** Where the reservation is open besides, since when, and the button that closes it there (DEC-304). Nothing where the server says nothing. */
export const createOtherDevicesView = ({ $others, $isClosed, $isClosing, looked, closed }: OtherDevices): ComponentType => function OtherDevicesView() {
  const words = useWords<SupportKey>(supportNamespace)
  const language = useLanguage()
  const [others, isClosed, isClosing, look, close] = useUnit([$others, $isClosed, $isClosing, looked, closed])
  useEffect(() => { look() }, [look])
  if (others === null) return null
  return (
    <div className="ck-support-panel" data-other-devices={others.length}>
      <p role="status">{words(others.length > 0 ? 'Devices.open' : isClosed ? 'Devices.closed' : 'Devices.none')}</p>
      {others.length > 0 && (
        <>
          <ul>
            {others.map(({ device, startedAt }, at) => (
              <li key={at} data-device={device ?? 'unknown'}>{words(`Devices.${device ?? 'unknown'}`, { time: clockText(Date.parse(startedAt), language) })}</li>
            ))}
          </ul>
          <Button kind="soft" action="Devices.close" busy={isClosing} onClick={() => { close() }}>{words('Devices.close')}</Button>
        </>
      )}
    </div>
  )
}
