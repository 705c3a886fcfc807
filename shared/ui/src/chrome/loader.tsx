import { LogoTile, type Firm } from './logo.tsx'

export interface LoaderProps extends Firm {
  /** Name of the bar for those who can't see it. */
  readonly label: string
  /** 0 to 100 (SHELL-70). */
  readonly percent: number
  /** Said below the bar when it takes long. */
  readonly note?: string | undefined
  /** The whole page waits, not only a step. */
  readonly page?: boolean
}

/** Logo and bar in the tenant's primary colour (SHELL-69). */
export function Loader({ firmName, firmLogo, label, percent, note, page = false }: LoaderProps) {
  return (
    <div className="ck-loader" data-page={page ? '' : undefined}>
      <LogoTile firmName={firmName} firmLogo={firmLogo} />
      <div className="ck-loader-bar" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <i style={{ '--ck-done': `${percent}%` }} />
      </div>
      <p className="ck-loader-note" aria-live="polite">{note}</p>
    </div>
  )
}
