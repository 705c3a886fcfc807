/** A page that answers nothing for longer, in milliseconds, holds its renter up: conformance refuses it, and in a renter's page it speaks against the version (DEC-243, DEC-297). */
export const longestBlockMs = 2000
