import { logoSource } from '../brand/logo-source.ts'

/** The firm as configuration gives it (SHELL-63): a name and base64 image data, with or without its `data:` head. */
export interface Firm {
  readonly firmName: string
  readonly firmLogo?: string | null | undefined
}

/** The logo in its tile; without an image, the firm's initial. */
export function LogoTile({ firmName, firmLogo }: Firm) {
  const source = logoSource(firmLogo)
  return <span className="ck-logo-tile" aria-hidden="true">{source ? <img src={source} alt="" /> : firmName.slice(0, 1)}</span>
}
