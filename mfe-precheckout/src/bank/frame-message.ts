import * as z from 'zod/mini'

/** What the provider's own end page tells the page around it; nothing in it is believed, it only makes us ask our server. */
const Finished = z.object({ channel: z.literal('payment-js-3ds'), type: z.literal('finished') })

/** Whether a message is the end of the bank's page at `address`: from its origin and in its form. */
export const isFinished = ({ origin, data }: Pick<MessageEvent<unknown>, 'origin' | 'data'>, address: string): boolean =>
  origin === new URL(address).origin && z.safeParse(Finished, data).success
