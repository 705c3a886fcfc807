/** Version of the look that modules are built against (`needs.ui` of a remote's manifest). */
export const uiVersion = '1.2.0'
