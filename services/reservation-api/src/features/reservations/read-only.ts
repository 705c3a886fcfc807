import type { ReservationRow } from './reservation-store.ts'

/** Whether a session may only read: it is the one that completed the check-in. A later one, for pre-checkout or at the counter, may change things again (DEC-85). */
export const isReadOnlyFor = ({ is_completed: isCompleted, completed_by: by }: Pick<ReservationRow, 'is_completed' | 'completed_by'>, sessionId: string): boolean =>
  isCompleted && by === sessionId
