import type { Driver } from '@checkin/api'

/** The bytes of pictures are only there for some sessions; whether there is a picture is said beside them. */
const withoutPictures = (name: string, value: unknown): unknown => (/^image(Front|Back)$/.test(name) ? undefined : value)

/** Whether two loads of a driver hold the same data (DEC-127). */
export const isSameOnFile = (one: Driver | null, other: Driver | null): boolean => JSON.stringify(one, withoutPictures) === JSON.stringify(other, withoutPictures)
