/**
 * Wallets of the device: the browser's Payment Request API gives a one-time token of the card provider, which is charged like that of a typed card
 * (DEC-184, decision 0167).
 */
const deviceWallets: ReadonlySet<string> = new Set(['googlepay', 'applepay'])
export const isDeviceWallet = (code: string): boolean => deviceWallets.has(code)

/** Code of the account that takes the money of a way to pay. */
export const accountCode = (code: string): string => (isDeviceWallet(code) ? 'card' : code)
