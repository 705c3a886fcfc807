import type { Place } from './world.ts'

/**
 * What the browser's own buttons do on each screen of a walk without detours. `by` is the row that leads to the screen, `back` where Back leads
 * from there, `forward` where Forward then leads: `asks` is the question of SHELL-41 (DEC-15, DEC-16), Cancel stays; `-` where there is nothing
 * to go to. A reload always shows the screen again (SHELL-56).
 */
export interface ButtonRow {
  readonly by: string
  readonly at: Place
  readonly back: Place | 'asks' | '-'
  readonly forward: Place | 'asks' | '-'
}

const walk = (table: string): readonly ButtonRow[] => table.trim().split('\n').map((line) => {
  const [by = '', at, back, forward] = line.trim().split(/\s\s+/)
  return { by, at, back, forward } as ButtonRow
})

/** From the first page to the end, for a reservation whose driver has nothing to change. */
export const mainFlow = walk(`
  opens /  locate-view1             -                        -
  S1.1     locate-view2             -                        -
  S1.5     verify-code              locate-view2             verify-code
  S1.7     reservation              locate-view1             reservation
  S1.13    verify-driver            reservation              verify-driver
  S1.15    driver-details           verify-driver            driver-details
  S1.21    driver-contact           driver-details           driver-contact
  S1.23    driver-document          driver-contact           driver-document
  S1.25    driver-document-license  driver-document          driver-document-license
`)
/** The same from the offers on, which begin with a typed address. */
export const offersFlow = walk(`
  S1.11    reservation              -                        -
  types /additional-driver  additional-driver  reservation   additional-driver
  S1.33    upselling                additional-driver        asks
  S1.41    add-extras               asks                     -
  S1.43    extras                   add-extras               asks
`)
export const endOfMain = walk(`
  S1.11    reservation              -                        -
  types /overview  overview         reservation              overview
  S1.52    complete                 complete                 -
`)
export const beforeAgreement = walk(`
  S3.2     precheckout              -                        -
  S3.6     precheckout-steps        precheckout              precheckout-steps
  S3.23    overview-precheckout     precheckout-steps        overview-precheckout
  S3.39    rental-agreement         overview-precheckout     rental-agreement
  S3.47    complete-rental-agreement-no-payment  complete-rental-agreement-no-payment  -
`)
export const inspectionFlow = walk(`
  S1.11    reservation              -                        -
  types /verify/damages  verify-damages  reservation         verify-damages
  S4.1     verify-km                verify-damages           verify-km
  S4.3     verify-fuel              verify-km                verify-fuel
`)
