/**
 * Mails about quotes: created as text and HTML in six languages, and sent by a relay.
 *
 * @module quotewright/mail
 */
export type { ContactPerson } from '../document/model/contact.js'
export type { Theme, ThemeSource } from '../pages/theme.js'
export { type CreatedMail, createMail, type Mail, type NoMailReason } from './create-mail.js'
export { type MailDelivery, recordMailDelivery } from './delivery.js'
export { type MailKind, type MailRecipient, mailKinds } from './kinds.js'
export type { CreateMailOptions, MailLayoutOptions } from './mail-options.js'
export { mailer } from './mailer.js'
export type {
  MailAttachment,
  MailerEngine,
  MailerOptions,
  MailOutcome,
  MailSkipReason,
  OutgoingMail,
  SendResult,
} from './mailer-options.js'
export {
  type NodemailerOptions,
  type NodemailerResult,
  type NodemailerTransport,
  nodemailerSend,
} from './nodemailer-send.js'
export { type MailReference, parseReference } from './reference.js'
export type { MailStrings, MailText } from './strings/mail-strings.js'
