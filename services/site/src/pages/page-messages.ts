import type { Language } from '@checkin/remote'

/** Messages of the page itself, before any script has run. */
interface PageMessages {
  readonly title: string
  readonly loading: string
  readonly needsScript: string
  readonly unavailable: string
  /** The banner of a preview. */
  readonly preview: { readonly title: string; readonly until: string; readonly end: string }
}

export const pageMessages: Readonly<Record<Language, PageMessages>> = {
  en: {
    title: 'Express Checkout',
    loading: 'Loading',
    needsScript: 'Check-in needs JavaScript. Please switch it on in your browser, or do your check-in at the counter.',
    unavailable: 'Online check-in is not available at the moment. Please try again in a few minutes, or do your check-in at the counter.',
    preview: { title: 'Preview, not what renters see', until: 'until', end: 'End preview' },
  },
  pt: {
    title: 'Express Checkout',
    loading: 'A carregar',
    needsScript: 'O check-in precisa de JavaScript. Ative-o no seu navegador ou faça o check-in ao balcão.',
    unavailable: 'O check-in online não está disponível neste momento. Tente novamente dentro de alguns minutos ou faça o check-in ao balcão.',
    preview: { title: 'Pré-visualização, não é o que os clientes veem', until: 'até', end: 'Terminar' },
  },
  fr: {
    title: 'Express Checkout',
    loading: 'Chargement',
    needsScript: "L'enregistrement nécessite JavaScript. Activez-le dans votre navigateur ou enregistrez-vous au comptoir.",
    unavailable: "L'enregistrement en ligne n'est pas disponible pour le moment. Réessayez dans quelques minutes ou enregistrez-vous au comptoir.",
    preview: { title: 'Aperçu, les clients ne voient pas cela', until: "jusqu'à", end: "Terminer l'aperçu" },
  },
}
