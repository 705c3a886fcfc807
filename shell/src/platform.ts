import { client } from '@checkin/api/client-on-demand'
import * as flow from '@checkin/flow'
import * as publishDriver from '@checkin/flow/publish/driver'
import * as publishOffers from '@checkin/flow/publish/offers'
import * as publishPayment from '@checkin/flow/publish/payment'
import * as publishPrecheckout from '@checkin/flow/publish/precheckout'
import * as publishVerification from '@checkin/flow/publish/verification'
import * as forms from '@checkin/forms'
import * as formsView from '@checkin/forms/view'
import * as i18n from '@checkin/i18n'
import * as remote from '@checkin/remote'
import * as dayjs from 'dayjs'
import * as effector from 'effector'
import * as effectorReact from 'effector-react'
import * as i18next from 'i18next'
import * as react from 'react'
import * as reactDom from 'react-dom'
import * as reactJsxRuntime from 'react/jsx-runtime'
import type { Platform } from './remotes/share-scope.ts'

/**
 * Everything that remotes take from the shell, by the name they import it with. What is not here, a remote cannot have;
 * platform.test.ts holds it against shared/tooling/src/share-keys.ts.
 */
export const platform: Platform = {
  core: {
    react, 'react/jsx-runtime': reactJsxRuntime, 'react-dom': reactDom,
    effector, 'effector-react': effectorReact,
    i18next,
    dayjs,
    '@checkin/api/client': client,
    '@checkin/flow': flow,
    '@checkin/flow/publish/driver': publishDriver,
    '@checkin/flow/publish/offers': publishOffers,
    '@checkin/flow/publish/payment': publishPayment,
    '@checkin/flow/publish/precheckout': publishPrecheckout,
    '@checkin/flow/publish/verification': publishVerification,
    '@checkin/forms': forms, '@checkin/forms/view': formsView, '@checkin/i18n': i18n, '@checkin/remote': remote,
  },
  lazy: {
    '@checkin/api': () => import(/* webpackChunkName: "contract" */ '@checkin/api'),
    '@checkin/document-scan': () => import('@checkin/document-scan'),
    '@checkin/document-scan/camera': () => import('@checkin/document-scan/camera'),
    '@checkin/ui/button': () => import('@checkin/ui/button'),
    '@checkin/ui/card-slider': () => import('@checkin/ui/card-slider'),
    '@checkin/ui/checkbox': () => import('@checkin/ui/checkbox'),
    '@checkin/ui/code-field': () => import('@checkin/ui/code-field'),
    '@checkin/ui/date-field': () => import('@checkin/ui/date-field'),
    '@checkin/ui/error-summary': () => import('@checkin/ui/error-summary'),
    '@checkin/ui/field': () => import('@checkin/ui/field'),
    '@checkin/ui/known-date': () => import('@checkin/ui/known-date'),
    '@checkin/ui/ledger': () => import('@checkin/ui/ledger'),
    '@checkin/ui/notice': () => import('@checkin/ui/notice'),
    '@checkin/ui/qr': () => import('@checkin/ui/qr'),
    '@checkin/ui/radio-list': () => import('@checkin/ui/radio-list'),
    '@checkin/ui/select': () => import('@checkin/ui/select'),
    '@checkin/ui/step': () => import('@checkin/ui/step'),
    '@checkin/ui/stepper': () => import('@checkin/ui/stepper'),
    '@checkin/ui/text-field': () => import('@checkin/ui/text-field'),
    '@checkin/ui/ticket': () => import('@checkin/ui/ticket'),
    '@checkin/ui/upload': () => import('@checkin/ui/upload'),
    'react-i18next': () => import('react-i18next'),
  },
}
