/** Saves a file on the operator's device. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Saves a text of JSON as a file on the operator's device. */
export const download = (name: string, json: string): void => { saveFile(name, new Blob([json], { type: 'application/json' })) }
