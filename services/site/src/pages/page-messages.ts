import type { Language } from '@checkin/api/languages'

/** The one name of the product, in every language (DEC-51, DEC-104). */
export const productName = 'Express Checkout'

const en = {
  loading: 'Loading',
  needsScript: 'Check-in needs JavaScript. Please switch it on in your browser, or do your check-in at the counter.',
  unavailable: 'Express Checkout is not available at the moment. Please try again in a few minutes, or do your check-in at the counter.',
  /** The page of an address that names no screen. */
  notFound: { title: 'This page does not exist', text: 'The address may be mistyped or out of date. Nothing of your check-in is lost.', call: 'Need a hand? Call', home: 'Find your reservation', goOn: 'Go on with check-in' },
  /** The banner of a preview. */
  preview: { title: 'Preview, not what renters see', until: 'until', end: 'End preview' },
}

/** Messages of the page itself, before any script has run. */
export const pageMessages: Readonly<Record<Language, Readonly<typeof en>>> = {
  en,
  pt: {
    loading: 'A carregar',
    needsScript: 'O check-in precisa de JavaScript. Ative-o no seu navegador ou faça o check-in ao balcão.',
    unavailable: 'O Express Checkout não está disponível neste momento. Tente novamente dentro de alguns minutos ou faça o check-in ao balcão.',
    notFound: { title: 'Esta página não existe', text: 'O endereço pode estar mal escrito ou desatualizado. Nada do seu check-in se perdeu.', call: 'Precisa de ajuda? Ligue', home: 'Encontrar a sua reserva', goOn: 'Continuar o check-in' },
    preview: { title: 'Pré-visualização, não é o que os clientes veem', until: 'até', end: 'Terminar' },
  },
  fr: {
    loading: 'Chargement',
    needsScript: 'L’enregistrement nécessite JavaScript. Activez-le dans votre navigateur ou enregistrez-vous au comptoir.',
    unavailable: 'Express Checkout n’est pas disponible pour le moment. Réessayez dans quelques minutes ou enregistrez-vous au comptoir.',
    notFound: { title: 'Cette page n’existe pas', text: 'L’adresse est peut-être mal saisie ou périmée. Rien de votre enregistrement n’est perdu.', call: 'Besoin d’aide\u202f? Appelez le', home: 'Retrouver votre réservation', goOn: 'Poursuivre l’enregistrement' },
    preview: { title: 'Aperçu, les clients ne voient pas cela', until: 'jusqu’à', end: 'Terminer l’aperçu' },
  },
  de: {
    loading: 'Wird geladen',
    needsScript: 'Der Check-in benötigt JavaScript. Bitte schalten Sie es in Ihrem Browser ein oder checken Sie am Schalter ein.',
    unavailable: 'Express Checkout ist zurzeit nicht verfügbar. Bitte versuchen Sie es in einigen Minuten erneut oder checken Sie am Schalter ein.',
    notFound: { title: 'Diese Seite gibt es nicht', text: 'Die Adresse ist vielleicht falsch geschrieben oder veraltet. Von Ihrem Check-in geht nichts verloren.', call: 'Brauchen Sie Hilfe? Rufen Sie uns an:', home: 'Reservierung suchen', goOn: 'Check-in fortsetzen' },
    preview: { title: 'Vorschau, Mietkunden sehen dies nicht', until: 'bis', end: 'Vorschau beenden' },
  },
  es: {
    loading: 'Cargando',
    needsScript: 'El check-in necesita JavaScript. Actívelo en su navegador o haga el check-in en el mostrador.',
    unavailable: 'Express Checkout no está disponible en este momento. Inténtelo de nuevo dentro de unos minutos o haga el check-in en el mostrador.',
    notFound: { title: 'Esta página no existe', text: 'La dirección puede estar mal escrita o anticuada. No se ha perdido nada de su check-in.', call: '¿Necesita ayuda? Llame al', home: 'Buscar su reserva', goOn: 'Continuar el check-in' },
    preview: { title: 'Vista previa, los clientes no ven esto', until: 'hasta', end: 'Terminar la vista previa' },
  },
  it: {
    loading: 'Caricamento',
    needsScript: 'Il check-in richiede JavaScript. Lo attivi nel Suo browser oppure faccia il check-in al banco.',
    unavailable: 'Express Checkout al momento non è disponibile. Riprovi tra qualche minuto oppure faccia il check-in al banco.',
    notFound: { title: 'Questa pagina non esiste', text: 'L’indirizzo potrebbe essere errato o non più valido. Nulla del Suo check-in è andato perso.', call: 'Serve aiuto? Chiami', home: 'Trova la prenotazione', goOn: 'Continua il check-in' },
    preview: { title: 'Anteprima, i clienti non la vedono', until: 'fino al', end: "Termina l'anteprima" },
  },
  nl: {
    loading: 'Wordt geladen',
    needsScript: 'Inchecken vereist JavaScript. Schakel het in uw browser in of check in aan de balie.',
    unavailable: 'Express Checkout is op dit moment niet beschikbaar. Probeer het over enkele minuten opnieuw of check in aan de balie.',
    notFound: { title: 'Deze pagina bestaat niet', text: 'Het adres is misschien verkeerd getypt of verouderd. Er gaat niets van uw check-in verloren.', call: 'Hulp nodig? Bel', home: 'Reservering zoeken', goOn: 'Verdergaan met check-in' },
    preview: { title: 'Voorbeeld, huurders zien dit niet', until: 'tot', end: 'Voorbeeld beëindigen' },
  },
  ar: {
    loading: 'جارٍ التحميل',
    needsScript: 'يحتاج تسجيل الوصول إلى JavaScript. يرجى تفعيله في المتصفح أو تسجيل الوصول في مكتب التأجير.',
    unavailable: 'خدمة Express Checkout غير متاحة حاليًا. يرجى المحاولة بعد بضع دقائق أو تسجيل الوصول في مكتب التأجير.',
    notFound: { title: 'هذه الصفحة غير موجودة', text: 'ربما كُتب العنوان خطأً أو أصبح قديمًا. لم يُفقد شيء من تسجيل وصولك.', call: 'هل تحتاج إلى مساعدة؟ اتصل على', home: 'البحث عن حجزك', goOn: 'متابعة تسجيل الوصول' },
    preview: { title: 'معاينة، لا يراها المستأجرون', until: 'حتى', end: 'إنهاء المعاينة' },
  },
}
