import type { DocumentCameraProps } from '@checkin/document-scan/camera'
import { imageEndings } from '@checkin/driver-rules/images'
import { useWords, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { late } from '../../late.tsx'
import { cameraWords } from '../../photos/camera-words.ts'
import { $sent, $view, retryPressed, taken, type HandOverSide, type Sent } from './model.ts'
import styles from './phone.module.css'

const Camera = late<DocumentCameraProps>(() => import('@checkin/document-scan/camera').then(({ DocumentCamera }) => DocumentCamera))

const labelOf = (side: HandOverSide): string => (side === 'second.front' ? 'Field.second.imageFront' : side === 'second.back' ? 'Field.second.imageBack' : `Photos.${side}`)
const textOf = (state: Sent | undefined, words: Translate): string => (state === undefined ? '' : state === 'refused' ? words('Image.unreadable') : words(`Phone.${state}`))

function Sides({ sides }: { readonly sides: readonly HandOverSide[] }) {
  const words = useWords('mfe-driver')
  const { sent, take } = useUnit({ sent: $sent, take: taken })
  const [camera, setCamera] = useState<HandOverSide | null>(null)
  if (camera !== null) {
    return (
      <Camera.Part
        key={camera}
        failed={(retry) => <Notice kind="warn" live action={<Button kind="soft" action="Check.again" onClick={retry}>{words('Check.again')}</Button>}>{words('Check.failed')}</Notice>}
        props={{
          name: 'camera', shape: camera === 'document.front' ? 'page' : 'card', accept: imageEndings.join(','), words: cameraWords(words, words(labelOf(camera))), isAutomatic: true,
          onTaken: (file) => {
            take({ side: camera, file })
            // One side after the other, until all that are asked for are there.
            setCamera(sides.find((side) => side !== camera && sent[side] === undefined) ?? null)
          },
          onClosed: () => { setCamera(null) },
        }}
      />
    )
  }
  return (
    <ul className={styles['sides']}>
      {sides.map((side) => {
        const state = sent[side]
        return (
          <li key={side} data-side={side} data-state={state ?? 'empty'}>
            <p><b>{words(labelOf(side))}</b><span role="status">{state === undefined && side === 'document.back' ? words('Photos.notForPassport') : textOf(state, words)}</span></p>
            <Button kind={state ? 'plain' : 'soft'} action="Phone.take" busy={state === 'sending'} onClick={() => { setCamera(side) }}>{words(state ? 'Photos.again' : 'Photos.camera')}<span className="ck-hidden">: {words(labelOf(side))}</span></Button>
          </li>
        )
      })}
    </ul>
  )
}

/** What the phone shows: a number to compare, then the camera. */
function Content() {
  const words = useWords('mfe-driver')
  const { view, sent, retry } = useUnit({ view: $view, sent: $sent, retry: retryPressed })
  switch (view.kind) {
    case 'asking': return <StepBody><div aria-busy="true"><StepHeading title={words('Phone.asking')} /></div></StepBody>
    case 'gone': return <StepBody><StepHeading title={words('Phone.gone')} lead={words('Phone.goneLead')} /></StepBody>
    case 'unreachable': return (
      <StepBody>
        <StepHeading title={words('Phone.unreachable')} lead={words('Phone.unreachableLead')} />
        <Actions><Button action="Phone.retry" onClick={() => { retry() }}>{words('Phone.retry')}</Button></Actions>
      </StepBody>
    )
    // One heading never takes the place of another: it would be seen to move (DEC-257).
    case 'number': return (
      <StepBody key="number">
        <StepHeading title={words('Phone.numberTitle')} lead={words('Phone.numberLead')} />
        <p className={styles['number']} dir="ltr" role="status" data-number={view.number}>{view.number}</p>
      </StepBody>
    )
    case 'open': return (
      <StepBody key="open">
        <StepHeading title={words('Phone.title')} lead={words('Phone.lead')} />
        {view.sides.every((side) => sent[side] === 'sent') && <Notice kind="ok" live>{words('Phone.done')}</Notice>}
        <Sides sides={view.sides} />
        <p className="ck-hint">{words('Image.types')}</p>
      </StepBody>
    )
  }
}

/** The screen of a phone that read the code, with nothing of the rental; the frame has the company's name (DEC-204). */
export function HandOverView() {
  return <div className={styles['room']}><Content /></div>
}
