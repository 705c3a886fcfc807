import type { HandOverState } from '@checkin/api/hand-over'
import { aDriver, aDrivingLicence, anIdentityDocument, aReservation, noNetwork, refusedWith } from '@checkin/api/testing'
import { choose, never, open, picture, press, type, type ScreenStates } from '@checkin/testing/gallery'
import { invitedTrip } from './invitation-double.ts'
import { aPage, type PageOptions, type PhoneFakes } from './shell-double.ts'

export { remote } from '../remote.ts'

const page = (options: PageOptions = {}) => () => aPage(options)
const complete = aDriver({ document: anIdentityDocument(), driverLicense: aDrivingLicence(), taxNumber: '123456789' })
const unknown = aDriver({ address: null, birthDate: null, birthPlace: null, city: null, country: null, countryId: null, zipCode: null, email: null, mobile: null, mobileObj: null })
const newest = { ...complete, countryId: 756, mobileObj: null, mobile: null, driverLicense: aDrivingLicence({ issueDate: '2012-03-04' }) }
const additional = { flow: 'additionalDriver' } as const
const byPhone = { pictureHandOver: true } as const
const phone = (state: { readonly state: 'number' | 'open'; readonly number: string | null }): PhoneFakes => ({ joinHandOver: () => ({ ...state, sides: ['document.front', 'licence.front', 'licence.back'] }) })
const laptop = (state: HandOverState['state']): PhoneFakes => ({ readHandOver: () => ({ state, pictures: [] }) })
/** A grey square. */
const image = () => 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mN8/x8AAuMB8DtXNJsAAAAASUVORK5CYII='

/** Every state of this module's screens. */
export const screens: readonly ScreenStates[] = [
  {
    screen: 'verify-driver', normal: { page: page() }, errors: { page: page({ driver: unknown }), acts: [press('Next')] }, busy: { page: page({ api: { findDriver: never } }), acts: [type('driversLicense', 'P-1'), press('Next')] },
    more: {
      additional: { page: page(additional) },
      invite: { page: page({ ...additional, config: { driverInvitation: true } }) },
      'invite-waiting': { page: page({ ...additional, config: { driverInvitation: true }, invitation: { readInvitation: { state: 'waiting', firstName: null, expiresAt: '2026-11-26T10:10:00.000Z' } } }) },
      'invite-done': { page: page({ ...additional, config: { driverInvitation: true }, invitation: { readInvitation: { state: 'done', firstName: 'Rui', expiresAt: null } } }) },
      conflict: { page: page({ api: { findDriver: refusedWith(409, 'DriverConflict') } }), acts: [type('driversLicense', 'P-1'), press('Next')] },
      'too-young': { page: page({ driver: aDriver({ birthDate: '2010-01-01' }) }), acts: [type('driversLicense', 'P-1'), press('Next')] },
      calendar: { page: page(), acts: [open('birthDate')] },
    },
  },
  {
    screen: 'driver-details', normal: { page: page({ driver: complete }) }, errors: { page: page({ driver: unknown }), acts: [press('Next')] },
    busy: { page: page({ driver: complete, api: { checkTaxNumber: never, findPostalCode: never, validateAge: never } }), acts: [press('Next')] },
    more: { additional: { page: page(additional) }, countries: { page: page({ driver: complete }), acts: [open('countryId')] } },
  },
  {
    screen: 'driver-contact', normal: { page: page({ driver: complete }) }, errors: { page: page({ driver: unknown }), acts: [press('Next')] },
    busy: { page: page({ driver: complete, api: { checkDriverEmail: never } }), acts: [type('email', 'maria@example.org'), press('Next')] },
    more: { additional: { page: page(additional) }, prefixes: { page: page({ driver: complete }), acts: [open('mobilePrefix')] } },
  },
  {
    screen: 'driver-document', normal: { page: page() }, errors: { page: page(), acts: [press('Next')] }, busy: { page: page({ image: never }), acts: [picture('imageFront')] },
    more: {
      pictures: { page: page({ driver: complete, image }), acts: [picture('imageFront'), picture('imageBack')] },
      'no-upload': { page: page({ config: { isUploadAvailable: false } }) },
      scan: { page: page({ config: { isDocumentScanAvailable: true } }) },
      'hand-over': { page: page({ config: byPhone, phone: laptop('waiting') }), acts: [press('HandOver.use')] },
      'hand-over-number': { page: page({ config: byPhone, phone: laptop('number') }), acts: [press('HandOver.use')] },
      'hand-over-open': { page: page({ config: byPhone, phone: laptop('open') }), acts: [press('HandOver.use')] },
      'hand-over-ended': { page: page({ config: byPhone, phone: laptop('ended') }), acts: [press('HandOver.use')] },
      'scan-found': { page: page({ config: { isDocumentScanAvailable: true }, scan: () => ({ number: 'L898902C3', expiryDate: '2032-04-15', birthDay: null }) }), acts: [picture('scan')] },
      'scan-failed': { page: page({ config: { isDocumentScanAvailable: true } }), acts: [picture('scan')] },
    },
  },
  {
    screen: 'hand-over', normal: { page: page({ phone: phone({ state: 'open', number: null }) }) }, errors: { page: page({ phone: { joinHandOver: refusedWith(404, 'LinkUnknown') } }) }, busy: { page: page({ phone: { joinHandOver: never } }) },
    more: { number: { page: page({ phone: phone({ state: 'number', number: '47' }) }) }, unreachable: { page: page({ phone: { joinHandOver: () => noNetwork() } }) } },
  },
  {
    screen: 'invitation', normal: { page: page() }, errors: { page: page({ invitation: { openInvitation: refusedWith(404, 'LinkUnknown') } }) }, busy: { page: page({ invitation: { openInvitation: never } }) },
    more: {
      code: { page: page({ invitation: { openInvitation: { state: 'code', trip: null } } }) }, open: { page: page({ invitation: { openInvitation: { state: 'open', trip: invitedTrip } } }) },
      unreachable: { page: page({ invitation: { openInvitation: () => noNetwork() } }) },
    },
  },
  {
    screen: 'driver-document-license', normal: { page: page({ driver: complete }) }, errors: { page: page(), acts: [choose('second.enabled'), press('Submit')] },
    busy: { page: page({ driver: complete, api: { saveDriver: never } }), acts: [press('Submit')] },
    more: {
      second: { page: page({ driver: complete }), acts: [choose('second.enabled')] },
      additional: { page: page({ ...additional, addDriver: complete }) },
      changed: {
        page: page({ driver: complete, api: { saveDriver: refusedWith(409, 'VersionConflict'), getReservation: { reservation: aReservation().reservation, driver: newest, addDriver: null, termsAccepted: true, rowVersion: 5 } } }),
        acts: [press('Submit')],
      },
    },
  },
]
