/** Stylesheets as the presets build them: a `.module.css` gives its class names, any other only its effect. */
declare module '*.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
