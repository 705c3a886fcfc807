import type { ReactNode } from 'react'
import { useWords } from '@checkin/i18n'

interface SupportCodeProps {
  readonly code: string | null
}

/** The code by which support finds what went wrong here: text that can be read out, selected and copied. */
export function SupportCode({ code }: SupportCodeProps): ReactNode {
  const words = useWords()
  return code === null ? null : <p className="ck-hint" data-support-code={code}>{words('Support.code', { code })}</p>
}
