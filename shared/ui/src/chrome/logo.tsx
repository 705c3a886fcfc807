/** The firm as configuration gives it (SHELL-63): a name and base64 image data, with or without its `data:` head. */
export interface Firm {
  readonly firmName: string
  readonly firmLogo?: string | null | undefined
}

/** Address of the logo's image, null when there is none; anything but image data is ignored. */
export function logoSource(firmLogo: string | null | undefined): string | null {
  if (!firmLogo) return null
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(firmLogo)) return firmLogo
  if (!/^[A-Za-z0-9+/=\s]+$/.test(firmLogo)) return null
  return `data:image/${firmLogo.startsWith('PHN2Z') || firmLogo.startsWith('PD94b') ? 'svg+xml' : firmLogo.startsWith('/9j/') ? 'jpeg' : 'png'};base64,${firmLogo}`
}

/** The logo in its tile; without an image, the firm's initial. */
export function LogoTile({ firmName, firmLogo }: Firm) {
  const source = logoSource(firmLogo)
  return <span className="ck-logo-tile" aria-hidden="true">{source ? <img src={source} alt="" /> : firmName.slice(0, 1)}</span>
}
