import { createEvent } from 'effector'
import type { EndpointName } from '../contract/contract.ts'
import type { UploadProgress } from './send.ts'

/** One write that is under way, by a number of its own. */
export interface WriteUnderWay {
  readonly name: EndpointName
  readonly id: number
}

/** A write has taken long: the page says that it still works (SHELL-59, DEC-48). */
export const writeTookLong = createEvent<WriteUnderWay>({ name: 'api/writeTookLong', sid: 'api/writeTookLong' })

/** A write that had taken long has ended, well or not. */
export const longWriteEnded = createEvent<WriteUnderWay>({ name: 'api/longWriteEnded', sid: 'api/longWriteEnded' })

/** How much of a large body has left the page. */
export const uploadProgressed = createEvent<UploadProgress & { readonly name: EndpointName }>({ name: 'api/uploadProgressed', sid: 'api/uploadProgressed' })
