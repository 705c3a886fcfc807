import * as z from 'zod/mini'

/** The sentinel that older systems send for "no date" (SHELL-62). */
export const emptyDateSentinel = '0001-01-01T00:00:00'

/** A calendar day that exists, YYYY-MM-DD, without any time zone. */
export const PlainDate = z.iso.date()

const firstDay = '1900-01-01'
const lastDay = '2200-01-01'

/** A day that somebody gives: within the bounds of CONST-17. */
export const GivenDate = PlainDate.check(z.refine((day) => day >= firstDay && day <= lastDay))

/** A day as a server answers it: null when there is none. Empty text and the sentinel are read as none, a time of day is dropped (SHELL-62). */
export const OptionalDate = z.pipe(
  z.pipe(z.nullable(z.string()), z.transform((text): string | null => (text === null || text === '' || text.startsWith('0001-01-01') ? null : text.slice(0, 10)))),
  z.nullable(PlainDate),
)

/** A moment in the location's own time, YYYY-MM-DDTHH:mm, without zone. */
export const LocalDateTime = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/),
  z.refine((moment) => PlainDate.safeParse(moment.slice(0, 10)).success),
)

/** An exact decimal in major units of the tenant's currency, with at most as many places as it has; the field's description says whether tax is in it. */
export const Money = z.number().check(z.multipleOf(0.0001))

/** A tax or fee rate in percent: 23 is 23 percent (DEC-29). */
export const Percent = z.number().check(z.gte(0), z.lte(100))

/** A count: whole and not negative. */
export const Count = z.int().check(z.gte(0))

/** Names things in addresses: 8 to 64 letters, digits, hyphens, underscores (DEC-04). */
export const Guid = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** A reservation's number (DEC-26). */
export const ReservationNumber = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** A correlation id of a session, never a credential (DEC-07). */
export const SessionKey = z.string().check(z.minLength(8), z.maxLength(128))

/** A standard e-mail address of at most 255 characters (CONST-08). */
export const Email = z.string().check(z.maxLength(255), z.regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/))

/** Below 15 MB (CONST-19); base64 writes three bytes as four characters. */
const longestImage = Math.ceil((15 * 1024 * 1024 - 1) / 3) * 4

/** An image as it is sent: base64 of a WebP file without the data prefix (DRIVER-63), smaller than 15 MB (DRIVER-61); empty when there is none. */
export const SentImage = z.string().check(z.maxLength(longestImage), z.refine((image) => !image.startsWith('data:')))

/** Text that somebody gives, at most so many characters and none of them a control character. */
export const givenText = (longest: number): z.ZodMiniString<string> => z.string().check(z.maxLength(longest), z.regex(/^\P{Cc}*$/u))
