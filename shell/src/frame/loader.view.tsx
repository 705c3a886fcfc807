import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { useWords } from '@checkin/i18n'
import { Loader } from '@checkin/ui/chrome/loader'
import type { Firm } from '@checkin/ui/chrome/logo'
import { $progressWidth } from '../feedback/progress.model.ts'

/** After so many milliseconds the renter is told that the connection looks slow. */
const slowAfter = 8000

/** Shown until the routed view is ready (SHELL-68, SHELL-69). */
export function LoaderView({ firm, page = false }: { readonly firm: Firm; readonly page?: boolean }) {
  const words = useWords()
  const percent = useUnit($progressWidth)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  return <Loader {...firm} page={page} percent={percent} label={words('Loading.label')} note={slow ? words('Loading.slow') : undefined} />
}
