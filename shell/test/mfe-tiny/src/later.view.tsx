import dayjs from 'dayjs'
import type { ReactNode } from 'react'

export default function LaterView(): ReactNode {
  return <h1>Later {dayjs('2026-01-02').format('DD.MM.YYYY')}</h1>
}
