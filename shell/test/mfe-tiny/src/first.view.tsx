import { createStore } from 'effector'
import { useUnit } from 'effector-react'
import i18next from 'i18next'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { jsx } from 'react/jsx-runtime'
import { Button } from '@checkin/ui/button'
import { codeVersion } from './code-version.ts'
import { $openings } from './first.model.ts'
import css from './first.module.css'

Object.assign(globalThis, { remoteSees: { useState, jsx, createPortal, createStore, useUnit, i18next } })

export function FirstView(): ReactNode {
  const [pressed, setPressed] = useState(0)
  const openings = useUnit($openings)
  return (
    <section>
      <h1 className={css['title']}>Code {codeVersion}</h1>
      <Button action="Continue" onClick={() => setPressed(pressed + 1)}>Pressed {pressed}</Button>
      <p>Opened: {openings.join(', ')}</p>
      <p>{i18next.t('mfe-tiny:hello')}</p>
    </section>
  )
}
