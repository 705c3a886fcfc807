import { formatNumber, useLanguage, type Translate } from '@checkin/i18n'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import type { LicenceModel } from './model.ts'

interface Props {
  readonly model: LicenceModel
  readonly words: Translate
}

const megabyte = 1_000_000
const onePlace = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** That the driver is being saved, and how much is sent with it. */
export function SaveNotice({ model, words }: Props) {
  const language = useLanguage()
  const { isBusy, upload } = useUnit({ isBusy: model.$isBusy, upload: model.$upload })
  if (!isBusy) return null
  return (
    <Notice kind="info" title={words('Save.title')} live>
      {upload.count > 0 && <p>{words('Save.images', { count: upload.count, size: formatNumber(upload.bytes / megabyte, language, onePlace) })}</p>}
    </Notice>
  )
}

/** With the buttons, which are always in sight; not in the notice, where a figure that grows would be read out again and again. */
export function SaveProgress({ model, words }: Props) {
  const language = useLanguage()
  const { isBusy, percent } = useUnit({ isBusy: model.$isBusy, percent: model.$percentSent })
  if (!isBusy) return null
  return (
    <p className="ck-upload-progress ck-num" data-percent={percent ?? undefined}>
      <progress aria-label={words('Save.title')} {...(percent !== null && percent < 100 && { value: percent, max: 100 })} />
      {percent !== null && <span aria-hidden="true">{percent < 100 ? words('Save.percent', { percent: formatNumber(percent / 100, language, { style: 'percent' }) }) : words('Save.arrived')}</span>}
    </p>
  )
}
