/** File name endings of the images that are accepted (DRIVER-60, CONST-19). */
export const imageEndings = ['.jpg', '.jpeg', '.png', '.webp'] as const
/** An image of so many bytes or more is refused: 15 MB (DRIVER-61). */
export const imageByteLimit = 15 * 1024 * 1024
/** Wider images are scaled to this width in pixels (DRIVER-62). */
export const maxWidth = 1920
/** Milliseconds between choosing a file and scaling it (CONST-19). */
export const scalingWait = 500
const dataPrefix = 'data:image/webp;base64,'

/** Whether a chosen file is accepted; one of another type is ignored in silence (DRIVER-60, DEC-44). */
export function checkImageFile({ name, size }: Pick<File, 'name' | 'size'>): 'accepted' | 'ignored' | 'too-big' {
  if (!imageEndings.some((ending) => name.toLowerCase().endsWith(ending))) return 'ignored'
  return size >= imageByteLimit ? 'too-big' : 'accepted'
}

/** Width and height in pixels after scaling: at most 1920 wide, or as wide as `most` says, in proportion (DRIVER-62). */
export const scaledSize = (width: number, height: number, most = maxWidth): { readonly width: number; readonly height: number } =>
  (width <= most ? { width, height } : { width: most, height: Math.max(1, Math.round((height * most) / width)) })

/** An image as the wire has it: base64 without the prefix, whatever it came with (DRIVER-63, DATA-06). */
export const withoutPrefix = (image: string): string => image.replace(/^data:[^,]*,/, '')

/** An image as an `img` shows it: the prefix exactly once (DRIVER-63). */
export const withPrefix = (image: string): string => (image.startsWith('data:') ? image : `${dataPrefix}${image}`)

/** Stands for an image that the server has and does not show to this session (DEC-77). */
export const imageOnFile = 'on-file'
