/** Parts of the progress stepper, in their order. */
export const stepperSteps = ['find', 'confirm', 'about', 'documents', 'offers', 'review', 'ready'] as const
export type StepperStep = (typeof stepperSteps)[number]

/** Screens of the flow after which a screen of any module may stand, in their order (DEC-197). */
export const flowSlots = ['driver-document-license', 'additional-driver', 'upselling', 'add-extras'] as const
export type FlowSlot = (typeof flowSlots)[number]

/** What a row may leave out. Apart from the schema, which no page needs. */
export const rowDefaults = {
  when: null, needs: 'reservation', safe: false, afterCompletion: false, requires: null,
  document: 'plain', scripts: null, preRendered: false, link: false, providerReturn: false, history: 'kept', leave: 'free',
  frame: 'none', tag: null, container: 'grid', stepper: null, likelyNext: null, stay: 'short', after: null, within: null, leads: null,
} as const
