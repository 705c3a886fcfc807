/** Address of the logo's image, null when there is none; anything but image data is ignored. */
export function logoSource(firmLogo: string | null | undefined): string | null {
  if (!firmLogo) return null
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(firmLogo)) return firmLogo
  if (!/^[A-Za-z0-9+/=\s]+$/.test(firmLogo)) return null
  return `data:image/${firmLogo.startsWith('PHN2Z') || firmLogo.startsWith('PD94b') ? 'svg+xml' : firmLogo.startsWith('/9j/') ? 'jpeg' : 'png'};base64,${firmLogo}`
}
