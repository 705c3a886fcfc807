/**
 * Lines of a log without the numbers that the logger makes by itself: times and ids of calls may hold any digits, so that a postal code or a one-time code
 * would seem to stand there. For tests that nothing a renter typed or was sent is logged (DEC-80). An id that a client chose itself stays, for it may be anything.
 */
export const logWords = (log: string): string => log.replaceAll(/"time":\d+|"(?:reqId|requestId)":"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g, '')
