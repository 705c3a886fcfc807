/** The part of tesseract-wasm that is used here: its package brings types but does not export them. */
declare module 'tesseract-wasm' {
  export interface OCREngine {
    loadModel(model: ArrayBuffer): void
    setVariable(name: string, value: string): void
    loadImage(image: ImageData): void
    getText(): string
  }
  export function createOCREngine(options: { readonly wasmBinary: ArrayBuffer }): Promise<OCREngine>
}
