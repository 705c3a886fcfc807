import { createEvent } from 'effector'
import { lazy } from 'react'
import type { RemoteModule, StepVisit } from '@checkin/remote'
import { BrokenView } from './broken.view.tsx'
import { FirstView } from './first.view.tsx'
import { closed, opened } from './first.model.ts'

export const remote: RemoteModule = {
  name: 'mfe-tiny',
  steps: [
    { name: 'verify-reservation', View: FirstView, opened, closed },
    { name: 'reservation', View: lazy(() => import('./later.view.tsx')), opened: createEvent<StepVisit>() },
    { name: 'verify-code', View: BrokenView, opened: createEvent<StepVisit>() },
  ],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
    de: () => import('../locales/de.json'),
    es: () => import('../locales/es.json'),
    it: () => import('../locales/it.json'),
    nl: () => import('../locales/nl.json'),
    ar: () => import('../locales/ar.json'),
  },
}
