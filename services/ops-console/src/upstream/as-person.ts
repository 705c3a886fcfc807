import type { Session } from '../session/console-sessions.ts'

/** Headers that name an operator and who stands behind the session, for the record of what is done. */
export const asPerson = ({ label, identity }: Pick<Session, 'label' | 'identity'>) =>
  ({ headers: { 'x-checkin-actor': encodeURIComponent(label), 'x-checkin-identity': encodeURIComponent(JSON.stringify(identity)) } })
