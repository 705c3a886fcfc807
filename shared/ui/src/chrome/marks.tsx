import { Check, ChevronDown as Chevron } from '../icons/icons.tsx'

/** Opens something below. */
export const ChevronDown = Chevron
/** Done, or in order. */
export const Tick = Check
