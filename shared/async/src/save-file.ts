import { createEffect } from 'effector'

/** Time for the browser to take over a file, in milliseconds. */
const handOver = 60_000

/** Hands a file to the browser, which saves it under its name (VERIF-12, DEC-105). */
export const saveFileFx = createEffect(({ file, name }: { readonly file: Blob; readonly name: string }) => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // An address that is never given back would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), handOver)
})
