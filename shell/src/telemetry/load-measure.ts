/** Name of the browser's measures of module loads: kept by the browser until somebody asks for them. */
export const loadMeasure = 'checkin-load'

/** Which module version a load measure is about. */
export interface LoadDetail {
  readonly module: string
  readonly version: string
}

/** Measures how long a module version takes until it can be shown, messages included. A load that fails is not measured. */
export async function measured<Loaded>(detail: LoadDetail, load: () => Promise<Loaded>): Promise<Loaded> {
  const start = performance.now()
  const loaded = await load()
  performance.measure(loadMeasure, { start, detail })
  return loaded
}
