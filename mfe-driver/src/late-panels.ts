/** Panels that few renters open, in one part of the module: pictures by phone (DEC-204), and the invitation of the other driver (DEC-209). */
export { HandOverPanel } from './hand-over/panel.view.tsx'
export { InvitationPanel } from './invitation/renter.view.tsx'
