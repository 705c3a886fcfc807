import dayjs from 'dayjs'
import * as z from 'zod/mini'

/** A calendar day, `YYYY-MM-DD`, without time and zone; text order is date order. */
export type PlainDate = string

const iso = 'YYYY-MM-DD'
const schema = z.iso.date()

/** The same day some years later or, with a negative number, earlier; 29 February becomes 28 February where there is none. */
export const addYears = (day: PlainDate, years: number): PlainDate => dayjs(day).add(years, 'year').format(iso)
export const dayAfter = (day: PlainDate): PlainDate => dayjs(day).add(1, 'day').format(iso)

export const isPlainDate = (text: string): boolean => z.safeParse(schema, text).success
