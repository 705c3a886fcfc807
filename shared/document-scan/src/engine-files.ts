/** A file of the recognition engine: where this version of the page has it, and the digest without which it does not run. */
export interface EngineFile {
  readonly address: URL
  readonly integrity: string
}

/** The engine, 1.8 MB of WebAssembly. By path because the package exports only the script around it. */
export const core: EngineFile = {
  address: new URL('../node_modules/tesseract-wasm/dist/tesseract-core.wasm', import.meta.url),
  integrity: 'sha384-SKFYCZ0en7weYBGVVJFegg3UL1O9e9rxjx1aj0JBl+8uZ80MaivaBO68najfw4z5',
}

/** What it knows of letters, 3 MB, gzip. */
export const model: EngineFile = {
  address: new URL('../node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz', import.meta.url),
  integrity: 'sha384-JI+fraGAoc5GBGIliuqzHRnP1nJyrukg5ggNSBv/TO+YOVj+6Te6XXQOx7ia10xq',
}
