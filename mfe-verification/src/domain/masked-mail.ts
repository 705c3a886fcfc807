const dots = '•••'

/**
 * An address that its owner recognises and nobody can read off the screen: `maria.silva@example.com` is `m•••a@example.com`.
 * The domain stays, since mistyped domains are what people look for.
 */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  if (at < 1) return mail === '' ? '' : dots
  const name = mail.slice(0, at)
  const last = name.length > 2 ? name.slice(-1) : ''
  return `${name.slice(0, 1)}${dots}${last}${mail.slice(at)}`
}
