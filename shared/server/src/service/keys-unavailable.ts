/** What is stored cannot be opened: a key is missing, or it is another one. Its message names keys and places, never a value. A server answers 503 with the code of the same name. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}
