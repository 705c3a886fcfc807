/** CONST-18: pictures of the car's condition, at the least. */
export const leastPictures = 5
/** File name endings of the pictures that are taken (CONST-19). */
export const pictureEndings = ['.jpg', '.jpeg', '.png', '.webp'] as const
/** A picture of so many bytes or more is refused: 15 MB (CONST-19). */
const tooManyBytes = 15 * 1024 * 1024

/** What a chosen file is good for; a file of another type is ignored in silence (ERR-25, ERR-26). */
export function pictureVerdict({ name, size }: Pick<File, 'name' | 'size'>): 'taken' | 'ignored' | 'too-big' {
  if (!pictureEndings.some((ending) => name.toLowerCase().endsWith(ending))) return 'ignored'
  return size >= tooManyBytes ? 'too-big' : 'taken'
}
