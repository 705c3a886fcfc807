import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { StepBody, StepHeading } from '@checkin/ui/step'
import { late } from '../late.tsx'

const Check = late<object>(() => import('../late-scan-first.ts').then(({ CheckView }) => CheckView))

/** Has the view that is checked ready while the renter still takes pictures. */
export const fetchCheck = Check.fetch

/** The view that is checked; its heading stands at once, so that the focus has a place. */
export function LateCheck() {
  const words = useWords('mfe-driver')
  const heading = <StepHeading title={words('Check.title')} />
  return (
    <Check.Part
      props={{}} waiting={<StepBody>{heading}</StepBody>}
      failed={(retry) => (
        <StepBody>
          {heading}
          <Notice kind="warn" live action={<Button kind="soft" action="Check.again" onClick={retry}>{words('Check.again')}</Button>}>{words('Check.failed')}</Notice>
        </StepBody>
      )}
    />
  )
}
