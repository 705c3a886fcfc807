import * as z from 'zod/mini'

/** The sentinel that older systems send for "no date" (SHELL-62). */
export const emptyDateSentinel = '0001-01-01T00:00:00'

const isRealDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A calendar day, YYYY-MM-DD, without any time zone. */
export const PlainDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isRealDate))

/** A day as a server may answer it: empty, null and the sentinel are no day. */
export const OptionalDate = z.pipe(
  z.nullish(z.string()),
  z.transform((value): string | null => {
    if (value === null || value === undefined || value === '' || value.startsWith('0001-01-01')) return null
    return value.slice(0, 10)
  }),
)

/** A moment in the location's own time, YYYY-MM-DDTHH:mm, without zone. */
export const LocalDateTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/))

/** An exact decimal with at most two places, in the tenant's currency. */
export const Money = z.number().check(z.refine((value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6))

/** Names things in addresses: 8 to 64 letters, digits, hyphens, underscores (DEC-04). */
export const Guid = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** A correlation id of a session, never a credential (DEC-07). */
export const SessionKey = z.string().check(z.minLength(8), z.maxLength(128))

/** A standard e-mail address of at most 255 characters (CONST-08). */
export const Email = z.string().check(z.maxLength(255), z.regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/))

/** Base64 of a WebP image without the data prefix (DATA-06). */
export const ImageData = z.string()
