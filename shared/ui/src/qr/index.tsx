import { encode } from 'uqr'

export interface QrCodeProps {
  /** What a scanner reads. */
  readonly value: string
  /** What the picture is, for those who do not see it. */
  readonly label: string
}

/** Modules of white around a code, which scanners need to find it. */
const quiet = 4

/** A QR code as one path: sharp in every size and on paper, dark on white on dark pages too, because scanners expect that (DEC-105). */
export function QrCode({ value, label }: QrCodeProps) {
  const { data, size } = encode(value, { ecc: 'M', border: quiet })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className="ck-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
