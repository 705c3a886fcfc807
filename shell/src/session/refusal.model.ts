import { sample } from 'effector'
import { tellFailures } from '../feedback/api-failure.ts'
import { loadReservationFx } from './load-reservation.model.ts'
import { $restoring } from './restore.model.ts'

// A reload that a step asked for and that failed is told to the renter; one at the start has its own ways (restore.model).
const failedLater = sample({ clock: loadReservationFx.failData, source: $restoring, filter: (restoring) => restoring === 'done', fn: (_, failure) => failure })
tellFailures('getReservation', failedLater)
