/** JSON with the names of every object in order, so that it is the same text wherever the object came from. */
export function orderedJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'object' && each !== null && !Array.isArray(each)
    ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each))
}
