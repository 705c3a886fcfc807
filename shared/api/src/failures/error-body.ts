import * as z from 'zod/mini'

/** The body of every refused call. */
export const ErrorBody = z.object({
  data: z.unknown(),
  status: z.int(),
  title: z.string(),
  code: z.string(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
