import { Alert } from 'antd'

/** A signed link, as the registry answers it once. */
export interface MadePreview {
  readonly path: string
  readonly expiresAt: string
}

interface PreviewLinkProps {
  readonly host: string
  readonly made: MadePreview
}

/** The tenant's own site, on the same port arithmetic as the console: one below it. Behind a proxy both are without a port. */
const siteOf = (host: string): string => {
  const { protocol, port } = window.location
  return `${protocol}//${host}${port === '' ? '' : `:${Number(port) - 1}`}`
}

/** The way into a preview, and how long it holds. */
export const PreviewLink = ({ host, made }: PreviewLinkProps) => (
  <Alert type="success" showIcon title={<a href={siteOf(host) + made.path} target="_blank" rel="noreferrer">Open the preview</a>} description={`Holds until ${new Date(made.expiresAt).toLocaleString('en-GB')}; shown this once.`} />
)
