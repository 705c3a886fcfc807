/** The provider has a look of its own: a renter sees that this is another house. */
export const style = `
:root { color-scheme: light; --ink: #1d2433; --quiet: #4c566b; --line: #7d879b; --blue: #1d4ed8; --red: #a8201a; --paper: #fff; --ground: #eef1f7 }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
header { background: var(--ink); color: #fff; padding: .75rem 1rem }
.brand { margin: 0 auto; max-width: 46rem; font-weight: 700 }
.brand span { font-weight: 400; opacity: .8 }
main { max-width: 46rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 .75rem }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem }
.document { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; max-height: 26rem; overflow: auto }
.document h3 { font-size: 1.1rem; margin: 0 0 .5rem }
.document h4 { font-size: 1rem; margin: 1.1rem 0 .25rem }
.document p { margin: 0; padding: .2rem 0; overflow-wrap: anywhere }
.document .row { display: grid; grid-template-columns: minmax(7rem, 1fr) 2fr; gap: .75rem; border-bottom: 1px solid #e2e6ee }
.document .row.many { grid-template-columns: 1fr auto auto }
.document .row.many span:not(:first-child) { text-align: right }
form { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-top: 1rem }
form h2:first-child, .document > :first-child { margin-top: 0 }
fieldset { border: 0; margin: 0 0 1rem; padding: 0 }
legend { font-weight: 600; padding: 0; margin-bottom: .25rem }
label { display: block }
label.choice { display: flex; gap: .6rem; align-items: flex-start; min-height: 2.75rem; padding: .5rem 0 }
input[type=radio], input[type=checkbox] { inline-size: 1.35rem; block-size: 1.35rem; margin: .1rem 0 0; accent-color: var(--blue); flex: none }
input[type=text] { width: 100%; min-height: 2.75rem; font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .4rem }
input[name=name] { font-size: 1.2rem }
.pad { border: 1px dashed var(--line); border-radius: .4rem; background: #fbfcff }
canvas { display: block; width: 100%; height: 10rem; touch-action: none }
.typed { margin: .5rem 0 0; min-height: 3rem; font: italic 1.9rem/1.3 'Segoe Script', 'Bradley Hand', 'Snell Roundhand', cursive; overflow-wrap: anywhere; color: #16307a }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .4rem; border: 1px solid var(--blue); background: var(--blue); color: #fff; cursor: pointer }
button.plain { background: transparent; color: var(--blue) }
button.refuse { background: transparent; border-color: var(--red); color: var(--red) }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: space-between; margin-top: 1rem }
a { color: var(--blue) }
a.button { display: inline-block; font-weight: 600; min-height: 2.75rem; padding: .6rem 1.25rem; border-radius: .4rem; background: var(--blue); color: #fff; text-decoration: none }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px }
.problem { border: 2px solid var(--red); border-radius: .4rem; padding: .6rem .75rem; color: var(--red); background: #fff4f3; margin: 0 0 1rem }
.quiet { color: var(--quiet); font-size: .95rem }
[hidden] { display: none }
`
