import * as z from 'zod/mini'

/** What the provider's own end page tells the page that shows it. */
const Finished = z.object({ channel: z.literal('payment-js-3ds'), type: z.literal('finished') })

/** Whether a message is the end of the page at `url`: from the provider's origin and in its form; any other is nobody's. */
export const isFinished = ({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, url: string): boolean =>
  origin === new URL(url).origin && z.safeParse(Finished, data).success
