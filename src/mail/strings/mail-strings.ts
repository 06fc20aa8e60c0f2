/** What a mail of one kind says. */
export interface MailText {
  /**
   * The subject. `{quote}` is replaced by what the document calls the quote: `Quote Q-00012`, and
   * `{number}`, `{seller}`, `{total}` and `{until}` by what is known of it. A part in brackets is
   * left out if what it names is not known: `Your offer[ {number}][ from {seller}]`.
   */
  readonly subject: string
  /** The first sentences. `{quote}` is replaced here as well. */
  readonly text: string
}

/** The strings of mails in one language. Labels of lines and totals are those of the document. */
export interface MailStrings {
  /** How a customer is greeted; `{name}` is replaced. */
  readonly greeting: string
  /** How a customer without a name is greeted. */
  readonly greetingWithoutName: string
  /** The link on which a customer can accept. */
  readonly open: string
  /** The link to what a customer can only read. */
  readonly view: string
  /** The link of a mail to the seller. */
  readonly openForSeller: string
  /** Stands before the number of lines that are left out; `{count}` is replaced. */
  readonly furtherItems: string
  /** Stands before the files of a message. */
  readonly files: string
  /** Stands before the reason that a customer has given, in mails to the seller. */
  readonly reason: string
  /** The heading of what a customer wishes to have changed, in mails to the seller. */
  readonly wishes: string
  /** The quantity and the price that are offered. */
  readonly offered: string
  /** Those that the customer wishes. */
  readonly wished: string
  /** The customer wishes a line to be left out. */
  readonly wishRemove: string
  /** Stands before what is paid of a quote in all. */
  readonly paid: string
  /** Stands before what is left to pay. */
  readonly stillOpen: string
  /** Mails to the customer. */
  readonly customer: {
    /** An offer was sent. */
    readonly offer: MailText
    /** An offer is still open. */
    readonly reminder: MailText
    /** The offer was accepted. */
    readonly accepted: MailText
    /** The order was placed. */
    readonly ordered: MailText
    /** The order of a part was placed. */
    readonly part_ordered: MailText
    /** A payment was received. */
    readonly paid: MailText
    /** The offer was declined. */
    readonly declined: MailText
    /** The seller has withdrawn the offer for good. */
    readonly canceled: MailText
    /** The seller has written a message. */
    readonly message: MailText
  }
  /** Mails to the seller. */
  readonly seller: {
    /** The offer was accepted. */
    readonly accepted: MailText
    /** A payment was received. */
    readonly paid: MailText
    /** The offer was declined. */
    readonly declined: MailText
    /** A customer has requested a quote. */
    readonly requested: MailText
    /** The customer asks for a change. */
    readonly revision_requested: MailText
    /** The customer has written a message. */
    readonly message: MailText
  }
}
