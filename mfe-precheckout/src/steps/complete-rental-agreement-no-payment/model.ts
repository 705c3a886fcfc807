import { createEnding } from '../../ending/ending.model.ts'

/** STATES S3.47, S3.51. */
export const ending = createEnding()
export const { opened, closed } = ending
