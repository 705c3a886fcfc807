import type { ReactNode } from 'react'

export function BrokenView(): ReactNode {
  throw new Error('this view cannot be drawn')
}
