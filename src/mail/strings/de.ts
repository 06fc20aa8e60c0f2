import type { MailStrings } from './mail-strings.js'

export const de: MailStrings = {
  greeting: 'Guten Tag {name},',
  greetingWithoutName: 'Guten Tag,',
  open: 'Angebot lesen und annehmen',
  view: 'Angebot öffnen',
  openForSeller: 'Im Verkauf öffnen',
  furtherItems: 'Weitere Positionen: {count}',
  files: 'Dateien',
  reason: 'Grund',
  wishes: 'Wünsche',
  offered: 'Angeboten',
  wished: 'Gewünscht',
  wishRemove: 'Weglassen',
  paid: 'Bezahlt',
  stillOpen: 'Noch offen',
  customer: {
    offer: {
      subject: 'Ihr Angebot[ {number}][ von {seller}][, {total}][, gültig bis {until}]',
      text: 'vielen Dank für Ihr Interesse. Dies ist unser Angebot.',
    },
    reminder: {
      subject: 'Erinnerung: Ihr Angebot[ {number}][ von {seller}][, {total}][, gültig bis {until}]',
      text: 'wir haben Ihnen dieses Angebot gemacht, es ist noch offen. Schreiben Sie uns, wenn Sie Fragen haben.',
    },
    accepted: {
      subject: 'Angenommen: {quote}',
      text: 'vielen Dank. Das Angebot ist angenommen. Wir melden uns zum weiteren Ablauf.',
    },
    ordered: {
      subject: 'Bestellung aufgegeben: {quote}',
      text: 'vielen Dank. Ihre Bestellung ist aufgegeben. Bestellt ist, was hier angeboten wurde.',
    },
    part_ordered: {
      subject: 'Teilauftrag: {quote}',
      text: 'vielen Dank. Ein Teil des Angebots ist bestellt: das, was hier aufgeführt ist.',
    },
    paid: {
      subject: 'Zahlung erhalten: {quote}',
      text: 'vielen Dank. Wir haben Ihre Zahlung erhalten.',
    },
    declined: {
      subject: 'Abgelehnt: {quote}',
      text: 'das Angebot wurde abgelehnt. Schreiben Sie uns, wenn Sie es sich anders überlegen.',
    },
    canceled: {
      subject: 'Zurückgezogen: {quote}',
      text: 'wir haben dieses Angebot zurückgezogen, es kann nicht mehr angenommen werden. Schreiben Sie uns, wenn Sie Fragen haben.',
    },
    message: { subject: 'Neue Nachricht: {quote}', text: 'wir haben Ihnen geschrieben:' },
  },
  seller: {
    accepted: { subject: 'Angenommen: {quote}', text: 'Das Angebot wurde angenommen.' },
    paid: { subject: 'Zahlung erhalten: {quote}', text: 'Eine Zahlung ist eingegangen.' },
    declined: { subject: 'Abgelehnt: {quote}', text: 'Das Angebot wurde abgelehnt.' },
    requested: { subject: 'Neue Anfrage: {quote}', text: 'Ein Kunde hat ein Angebot angefragt.' },
    revision_requested: {
      subject: 'Änderung gewünscht: {quote}',
      text: 'Der Kunde bittet um ein anderes Angebot.',
    },
    message: { subject: 'Neue Nachricht: {quote}', text: 'Der Kunde hat geschrieben:' },
  },
}
