/** Version of the flow contract: events, payloads and stores. Additive changes raise the minor, anything else the major number. */
export const flowVersion = '1.8.0'
