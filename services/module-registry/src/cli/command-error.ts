/** Something that the person at the command line can mend; its message is all that is printed. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}
