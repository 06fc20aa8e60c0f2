import type { MailStrings } from './mail-strings.js'

export const fr: MailStrings = {
  greeting: 'Bonjour {name},',
  greetingWithoutName: 'Bonjour,',
  open: 'Lire et accepter le devis',
  view: 'Ouvrir le devis',
  openForSeller: 'Ouvrir dans l’espace de vente',
  furtherItems: 'Autres lignes : {count}',
  files: 'Fichiers',
  reason: 'Motif',
  wishes: 'Souhaits',
  offered: 'Proposé',
  wished: 'Souhaité',
  wishRemove: 'Retirer cette ligne',
  paid: 'Payé',
  stillOpen: 'Reste à payer',
  customer: {
    offer: {
      subject: 'Votre devis[ {number}][ de {seller}][, {total}][, valable jusqu’au {until}]',
      text: 'Merci de votre intérêt. Voici notre devis.',
    },
    reminder: {
      subject:
        'Rappel : votre devis[ {number}][ de {seller}][, {total}][, valable jusqu’au {until}]',
      text: 'Nous vous avons envoyé ce devis, qui est toujours ouvert. Écrivez-nous si vous avez des questions.',
    },
    accepted: {
      subject: 'Accepté : {quote}',
      text: 'Merci. Le devis est accepté. Nous vous contacterons pour la suite.',
    },
    ordered: {
      subject: 'Commande passée : {quote}',
      text: 'Merci. Votre commande est passée. Elle correspond à ce devis.',
    },
    part_ordered: {
      subject: 'Commande partielle : {quote}',
      text: 'Merci. Une partie de ce devis est commandée : ce qui figure ici.',
    },
    paid: {
      subject: 'Paiement reçu : {quote}',
      text: 'Merci. Nous avons bien reçu votre paiement.',
    },
    declined: {
      subject: 'Refusé : {quote}',
      text: 'Le devis a été refusé. Écrivez-nous si vous changez d’avis.',
    },
    canceled: {
      subject: 'Retiré : {quote}',
      text: 'Nous avons retiré ce devis, qui ne peut plus être accepté. Écrivez-nous si vous avez des questions.',
    },
    message: { subject: 'Nouveau message : {quote}', text: 'Nous vous avons écrit un message :' },
  },
  seller: {
    accepted: { subject: 'Accepté : {quote}', text: 'Le devis a été accepté.' },
    paid: { subject: 'Paiement reçu : {quote}', text: 'Un paiement a été reçu.' },
    declined: { subject: 'Refusé : {quote}', text: 'Le devis a été refusé.' },
    requested: { subject: 'Nouvelle demande : {quote}', text: 'Un client a demandé un devis.' },
    revision_requested: {
      subject: 'Modification demandée : {quote}',
      text: 'Le client demande un autre devis.',
    },
    message: { subject: 'Nouveau message : {quote}', text: 'Le client a écrit un message :' },
  },
}
