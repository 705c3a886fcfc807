/** Version of the REST contract between browser and server. */
export const restVersion = '1.16.0'
