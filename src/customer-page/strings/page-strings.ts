/**
 * The strings of the page in one language. `{date}`, `{name}`, `{number}`, `{total}`, `{amount}`,
 * `{max}` and `{reference}` are replaced.
 */
export interface PageStrings {
  /** Skip to content */
  readonly skip: string
  /** The title of the window, with the number of the quote. */
  readonly offerNumber: string
  /** The same for a quote without a number. */
  readonly offer: string
  /** The offer */
  readonly document: string
  /** Offer for {name} */
  readonly offerFor: string
  /** Details and addresses */
  readonly details: string
  /** Questions? */
  readonly questions: string
  /** Total */
  readonly total: string
  /** You save {amount} */
  readonly youSave: string
  // What the status says: a heading and a sentence.
  /** Your offer */
  readonly open: string
  /** You can accept it until {date}. */
  readonly openUntil: string
  /** Take your time: it has no expiry date. */
  readonly openAlways: string
  /** This offer has expired */
  readonly expired: string
  /** It was valid until {date}. Write to us if you would like a new one. */
  readonly expiredText: string
  /** This offer is accepted */
  readonly accepted: string
  /** What you see here is what was accepted. */
  readonly acceptedText: string
  /** Your order is placed */
  readonly ordered: string
  /** Thank you. We have ordered what is offered here. */
  readonly orderedText: string
  /** Instead of it, if only a part was ordered, and the rest closed. */
  readonly orderedInPartText: string
  /** Thank you, {name} */
  readonly thanks: string
  /** You accepted it for {total} on {date}. */
  readonly thanksText: string
  /** Payment */
  readonly payment: string
  /** Due now */
  readonly dueNow: string
  /** Paid */
  readonly paid: string
  /** Still open */
  readonly stillOpen: string
  /** We pay back */
  readonly toRefund: string
  /** Pay {amount} now */
  readonly pay: string
  /** We take you to the payment page */
  readonly payLeaving: string
  /** Continue to the payment */
  readonly payContinue: string
  /** We wait for the confirmation of your payment. It can take some minutes. */
  readonly payPending: string
  /** The payment page cannot be reached. Try it again in some minutes. */
  readonly payFailed: string
  /** What you accepted is sealed */
  readonly stepSealed: string
  /** It cannot be changed without breaking its seal. */
  readonly stepSealedText: string
  /** Keep a copy */
  readonly stepCopy: string
  /** Ask us whenever you like */
  readonly stepAsk: string
  /** Write to us on this page. */
  readonly stepAskText: string
  /** What you accepted */
  readonly whatAccepted: string
  /** What is new since you looked on {date} */
  readonly news: string
  /** new */
  readonly newsAdded: string
  /** removed */
  readonly newsRemoved: string
  /** changed */
  readonly newsChanged: string
  /** Before */
  readonly newsBefore: string
  /** Discounts, delivery and taxes */
  readonly newsRest: string
  /** Together */
  readonly newsSum: string
  /** {amount} more than before */
  readonly newsMore: string
  /** {amount} less than before */
  readonly newsLess: string
  /** This offer was declined */
  readonly declined: string
  /** Thank you for letting us know. Write to us if you change your mind. */
  readonly declinedText: string
  /** This offer was withdrawn */
  readonly canceled: string
  /** It can no longer be accepted. Write to us if you have questions. */
  readonly canceledText: string
  /** You asked for a change */
  readonly revisionRequested: string
  /** We are looking into it, and will send you a new offer. */
  readonly revisionRequestedText: string
  /** Your request */
  readonly yourRequest: string
  /** A new offer is being prepared */
  readonly draft: string
  /** We will send it to you. This is the earlier offer, which can no longer be accepted. */
  readonly draftText: string
  /** There is a newer offer */
  readonly newer: string
  /**
   * We have sent you its link in another message. This is the earlier offer, which can no longer
   * be accepted.
   */
  readonly newerText: string
  /** We are working on your offer */
  readonly processing: string
  /** Write to us if you have questions. */
  readonly processingText: string
  // The acceptance.
  /** Accepted by */
  readonly acceptedBy: string
  /** Accepted on */
  readonly acceptedOn: string
  /** Reference */
  readonly reference: string
  /** Seal */
  readonly seal: string
  /** It identifies exactly what was accepted. */
  readonly sealHint: string
  // The forms.
  /** Choose what you would like. You accept what is shown. */
  readonly chooseHint: string
  /** None of these */
  readonly chooseNone: string
  /** Show the total */
  readonly chooseButton: string
  /** This choice is not possible; the proposal is shown. */
  readonly choiceInvalid: string
  /** We have to price this choice ourselves; request a change. */
  readonly choiceAsk: string
  /** Your choice has changed the total; check it, then accept. */
  readonly choiceChanged: string
  /** Accept this offer */
  readonly accept: string
  /** Your name */
  readonly yourName: string
  /** Your reference (optional) */
  readonly yourReference: string
  /** For example a purchase order number */
  readonly referenceHint: string
  /** Signature */
  readonly signature: string
  /** Sign: type your full name */
  readonly sign: string
  /** Sign: type your full name (optional) */
  readonly signOptional: string
  /** This is your signature. */
  readonly signHint: string
  /** Or draw your signature here: */
  readonly signDrawn: string
  /** Clear drawing */
  readonly clearSignature: string
  /** I accept the offer */
  readonly consent: string
  /** Accept offer */
  readonly acceptButton: string
  /** Request a change */
  readonly change: string
  /** We will send you a new offer. This one can then no longer be accepted. */
  readonly changeHint: string
  /** What should be different? */
  readonly changeText: string
  /** Wishes for single lines */
  readonly wishLines: string
  /** Leave empty what can stay as it is. */
  readonly wishHint: string
  /** Quantity */
  readonly wishQuantity: string
  /** Unit price */
  readonly wishPrice: string
  /** Leave it out */
  readonly wishRemove: string
  /** What should be added? */
  readonly wishAdd: string
  /** Name */
  readonly wishName: string
  /** Your wishes */
  readonly wishes: string
  /** Earlier wishes */
  readonly wishesEarlier: string
  /** Fulfilled */
  readonly wishTaken: string
  /** Partly fulfilled: */
  readonly wishPartly: string
  /** Not possible: */
  readonly wishDeclined: string
  /** See the new offer */
  readonly wishOpen: string
  /** Send request */
  readonly changeButton: string
  /** Decline */
  readonly decline: string
  /** Reason (optional) */
  readonly declineReason: string
  /** Decline offer */
  readonly declineButton: string
  /** Messages */
  readonly messages: string
  /** Do you have a question about this offer? Ask us here. */
  readonly noMessages: string
  /** You */
  readonly you: string
  /** Seller */
  readonly seller: string
  /** Your message */
  readonly yourMessage: string
  /** Send message */
  readonly messageButton: string
  /** Your message was sent. */
  readonly messageSent: string
  // The files.
  /** Save this offer */
  readonly download: string
  /** PDF */
  readonly downloadPdf: string
  /** Web page */
  readonly downloadHtml: string
  /** UBL (XML) */
  readonly downloadUbl: string
  /** Print */
  readonly print: string
  // The page on which a quote is requested.
  /** The title of the window, and the button */
  readonly requestTitle: string
  /** Tell us what you need */
  readonly requestHeading: string
  /** We will send you an offer. You need no account. */
  readonly requestLead: string
  /** What do you need? */
  readonly requestWhat: string
  /** Product, or in your words */
  readonly requestProduct: string
  /** More rows */
  readonly requestMore: string
  /** Anything else we should know? */
  readonly requestNote: string
  /** Who are you? */
  readonly requestWho: string
  /** Company (optional) */
  readonly requestCompany: string
  /** E-mail */
  readonly requestEmail: string
  /** Telephone */
  readonly requestPhone: string
  /** An e-mail address or a telephone number is enough. */
  readonly requestContact: string
  /** Postal code (optional) */
  readonly requestZipcode: string
  /** Leave this field empty */
  readonly requestTrap: string
  /** What happens next */
  readonly requestNext: string
  /** We read your request */
  readonly requestNextRead: string
  /** You receive our offer */
  readonly requestNextOffer: string
  /** You accept it, decline it or ask for changes */
  readonly requestNextDecide: string
  /** Thank you for your request */
  readonly requestSent: string
  /** We have received it, and will send you an offer. */
  readonly requestSentText: string
  /** Your reference: {reference} */
  readonly requestReference: string
  /**
   * We have received many requests, so yours was not sent. Please send it again later, or contact
   * us in another way.
   */
  readonly requestBusy: string
  /** Say what you need. */
  readonly requestErrorProduct: string
  /** We no longer have this product. Say what you need in your words. */
  readonly requestErrorGone: string
  /** Enter a quantity. */
  readonly requestErrorQuantity: string
  /** Enter an e-mail address or a telephone number. */
  readonly requestErrorContact: string
  /** Check this e-mail address. */
  readonly requestErrorEmail: string
  /** There are too many rows. Write the rest below them. */
  readonly requestErrorRows: string
  // What is wrong with a form.
  /** Nothing was sent yet. Please check: */
  readonly checkFields: string
  /** Enter your name. */
  readonly errorName: string
  /** Check the box to accept the offer. */
  readonly errorConsent: string
  /** Type your name, or draw your signature. */
  readonly errorSignature: string
  /** Say what should be different. */
  readonly errorChange: string
  /** This number is not possible here. Please check it. */
  readonly errorNumber: string
  /** Write a message. */
  readonly errorMessage: string
  /** Use at most {max} characters. */
  readonly errorLong: string
  /** Remove the characters that cannot be stored. */
  readonly errorCharacters: string
  /** No more messages can be sent here. Please contact us in another way. */
  readonly errorFull: string
  // Why nothing was done.
  /** The offer has changed, so nothing was sent. Please read it again. */
  readonly changed: string
  /** This is no longer possible, so nothing was changed. The page is now up to date. */
  readonly notPossible: string
  /** This is not possible here. Please contact us in another way. */
  readonly notPermitted: string
  /** The page was open for too long, so nothing was sent. Please check and send it again. */
  readonly tooOld: string
  // Pages without an offer.
  /** This link does not work */
  readonly notFound: string
  /**
   * It may be incomplete, or it has expired. Open the link in our latest message again, or ask us
   * for a new one.
   */
  readonly notFoundText: string
  /** This did not work */
  readonly failed: string
  /** Something went wrong on our side. Please try again in a few minutes. */
  readonly failedText: string
  /** Too many requests */
  readonly busy: string
  /** Please wait a moment, and try again. */
  readonly busyText: string
  /** This is too long */
  readonly tooLong: string
  /** Please shorten what you have written, and send it again. */
  readonly tooLongText: string
}
