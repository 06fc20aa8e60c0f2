/**
 * The strings of the page in one language. `{date}`, `{number}` and `{max}` are replaced.
 */
export interface PageStrings {
  readonly skip: string
  /** The title of the window, with the number of the quote. */
  readonly offerNumber: string
  /** The same for a quote without a number. */
  readonly offer: string
  readonly document: string
  readonly total: string
  // What the status says: a heading and a sentence.
  readonly open: string
  readonly openUntil: string
  readonly openAlways: string
  readonly expired: string
  readonly expiredText: string
  readonly accepted: string
  readonly acceptedText: string
  readonly ordered: string
  readonly orderedText: string
  readonly declined: string
  readonly declinedText: string
  readonly canceled: string
  readonly canceledText: string
  readonly revisionRequested: string
  readonly revisionRequestedText: string
  readonly yourRequest: string
  readonly draft: string
  readonly draftText: string
  readonly newer: string
  readonly newerText: string
  readonly processing: string
  readonly processingText: string
  // The acceptance.
  readonly acceptedBy: string
  readonly acceptedOn: string
  readonly reference: string
  readonly seal: string
  readonly sealHint: string
  // The forms.
  readonly accept: string
  readonly yourName: string
  readonly yourReference: string
  readonly referenceHint: string
  readonly consent: string
  readonly acceptButton: string
  readonly toAcceptance: string
  readonly change: string
  readonly changeHint: string
  readonly changeText: string
  readonly changeButton: string
  readonly decline: string
  readonly declineReason: string
  readonly declineButton: string
  readonly messages: string
  readonly noMessages: string
  readonly you: string
  readonly seller: string
  readonly yourMessage: string
  readonly messageButton: string
  readonly messageSent: string
  // The files.
  readonly download: string
  readonly downloadPdf: string
  readonly downloadHtml: string
  readonly print: string
  // What is wrong with a form.
  readonly checkFields: string
  readonly errorName: string
  readonly errorConsent: string
  readonly errorChange: string
  readonly errorMessage: string
  readonly errorLong: string
  readonly errorCharacters: string
  readonly errorFull: string
  // Why nothing was done.
  readonly changed: string
  readonly notPossible: string
  readonly notPermitted: string
  readonly tooOld: string
  // Pages without an offer.
  readonly notFound: string
  readonly notFoundText: string
  readonly failed: string
  readonly failedText: string
  readonly busy: string
  readonly busyText: string
}
