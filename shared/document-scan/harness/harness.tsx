import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import '@checkin/ui/styles.css'
import { DocumentCamera } from '../src/camera/index.tsx'
import type { DocumentCameraWords } from '../src/camera/camera-props.ts'
import { scanDocument, type ScanKind } from '../src/index.ts'

// A page with nothing but the reader and the camera: ?camera=card&automatic
const query = new URLSearchParams(location.search)
document.title = 'Document'

const words: DocumentCameraWords = {
  title: 'Front of your driving licence', starting: 'The camera is starting', place: 'Put the document into the frame', moveCloser: 'Move closer',
  tooMuchLight: 'Too much light on the document', tooDark: 'Too dark', holdStill: 'Hold still', found: 'Document found', take: 'Take the picture',
  lightOn: 'Light on', lightOff: 'Light off', close: 'Close the camera', unavailable: 'The camera cannot be used. Choose a picture instead.', choose: 'Choose a picture',
}

function Harness() {
  const [outcome, setOutcome] = useState('open')
  const show = (name: string, value: unknown): void => { document.body.dataset[name] = JSON.stringify(value) }
  if (!query.has('camera')) return <main><h1>Reader</h1></main>
  return (
    <main>
      <h1>Document</h1>
      {outcome === 'open' ? (
        <DocumentCamera
          name="licenceFront" shape={query.get('camera') === 'page' ? 'page' : 'card'} words={words} accept=".jpg,.png" isAutomatic={query.has('automatic')}
          onTaken={(picture) => {
            setOutcome('taken')
            Object.assign(globalThis, { picture })
            show('taken', { name: picture.name, type: picture.type })
          }}
          onClosed={() => { setOutcome('closed') }}
        />
      ) : <p id="outcome">{outcome}</p>}
    </main>
  )
}

/** Reads a picture by its address, or the one that was taken. The page's policy lets nobody fetch a `blob:`. */
async function read(address: string | null, kind: ScanKind | null, surname?: string): Promise<unknown> {
  const picture = address === null ? (globalThis as unknown as { readonly picture: File }).picture : await fetch(address).then((answer) => answer.blob())
  return kind === null ? scanDocument(picture) : scanDocument(picture, { kind, surname, today: '2026-11-23' })
}
Object.assign(globalThis, { read })

createRoot(document.getElementById('app') ?? document.body).render(<Harness />)
