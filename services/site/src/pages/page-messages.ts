import type { Language } from '@checkin/remote'

/** The few words of the page itself, before any script has run. */
interface PageWords {
  readonly title: string
  readonly loading: string
  readonly needsScript: string
  readonly unavailable: string
}

export const pageWords: Readonly<Record<Language, PageWords>> = {
  en: {
    title: 'Express Checkout',
    loading: 'Loading',
    needsScript: 'Check-in needs JavaScript. Please switch it on in your browser, or do your check-in at the counter.',
    unavailable: 'Online check-in is not available at the moment. Please try again in a few minutes, or do your check-in at the counter.',
  },
  pt: {
    title: 'Express Checkout',
    loading: 'A carregar',
    needsScript: 'O check-in precisa de JavaScript. Ative-o no seu navegador ou faça o check-in ao balcão.',
    unavailable: 'O check-in online não está disponível neste momento. Tente novamente dentro de alguns minutos ou faça o check-in ao balcão.',
  },
  fr: {
    title: 'Express Checkout',
    loading: 'Chargement',
    needsScript: "L'enregistrement nécessite JavaScript. Activez-le dans votre navigateur ou enregistrez-vous au comptoir.",
    unavailable: "L'enregistrement en ligne n'est pas disponible pour le moment. Réessayez dans quelques minutes ou enregistrez-vous au comptoir.",
  },
}
