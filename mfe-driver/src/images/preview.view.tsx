import { withPrefix } from '@checkin/driver-rules/images'
import { useStoreMap } from 'effector-react'
import { $previews } from './prepare-image.ts'

/** The address by which a field's picture is shown, '' for none: the small one where this page made it, so that no large one is decoded (DEC-305). */
export const usePreview = (value: string): string =>
  useStoreMap({ store: $previews, keys: [value], fn: (previews, [image]) => previews.get(image) ?? (image === '' ? '' : withPrefix(image)) })

/** A field's picture; nothing without one. `alt` is empty where its name stands beside it. */
export function Preview({ value, alt, className }: { readonly value: string; readonly alt: string; readonly className?: string | undefined }) {
  const address = usePreview(value)
  return address !== '' && <img className={className} src={address} alt={alt} decoding="async" />
}
