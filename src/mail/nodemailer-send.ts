import * as z from 'zod'
import { readProperty } from '../errors/thrown.js'
import { hasMethods } from '../validation/database-library.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { withReceived } from '../validation/schemas/scalars.js'
import type { MailerOptions, OutgoingMail, SendResult } from './mailer-options.js'

/** The part of a transport of nodemailer that is called. */
export interface NodemailerTransport {
  /** Sends a mail, which has options of nodemailer. */
  sendMail(mail: Pick<OutgoingMail, 'to' | 'subject'>): Promise<NodemailerResult>
}

/** The part of what a transport of nodemailer returns that is read. */
export interface NodemailerResult {
  /** The `Message-ID` of the mail. */
  readonly messageId?: string | undefined
}

/** Options of `nodemailerSend`. */
export interface NodemailerOptions {
  /** What `createTransport` of nodemailer returns. */
  readonly transport: NodemailerTransport
  /** The domain of the `Message-ID`: that of your sender, for example `chairs.example`. */
  readonly domain: string
}

const domainMessage = withReceived('must be a domain, such as chairs.example')

const nodemailerOptionsSchema = z.strictObject(
  {
    transport: z.custom<NodemailerTransport>((value) => hasMethods(value, ['sendMail']), {
      error: withReceived('must be a transport of nodemailer: what createTransport returns'),
    }),
    domain: z
      .string({ error: domainMessage })
      .regex(/^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i, { error: domainMessage }),
  } satisfies { readonly [Name in keyof Required<NodemailerOptions>]: z.ZodType },
  { error: withReceived('must be an object') },
)

/** How many mails are remembered that were taken. */
const maxTaken = 1_000

/**
 * Returns the `send` of a `mailer` that hands mails to a transport of nodemailer, over SMTP for
 * example. The `Message-ID` is made of the key, so that mail programs show a repeated mail once.
 *
 * A server that takes longer than `timeoutMs` of the relay is asked again later: the same process
 * then waits for its first answer, and does not send the mail again.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const transport = createTransport('smtps://user:password@smtp.chairs.example')
 * mailer({ engine, start, send: nodemailerSend({ transport, domain: 'chairs.example' }) })
 */
export function nodemailerSend(options: NodemailerOptions): MailerOptions['send'] {
  const { transport, domain } = parseOrThrow(nodemailerOptionsSchema, options, 'invalid_options')
  const taken = new Map<string, Promise<SendResult>>()
  return (mail) => {
    const known = taken.get(mail.key)
    if (known !== undefined) return known
    const result = sendOnce(transport, domain, mail)
    taken.set(mail.key, result)
    // What has failed is sent again.
    result.catch(() => taken.delete(mail.key))
    const [oldest] = taken.keys()
    if (taken.size > maxTaken && oldest !== undefined) taken.delete(oldest)
    return result
  }
}

async function sendOnce(
  transport: NodemailerTransport,
  domain: string,
  { key, reference, to, from, replyTo, subject, text, html, attachments }: OutgoingMail,
): Promise<SendResult> {
  const mail = {
    messageId: `<${key}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Quote-Reference': reference },
    ...{ from, replyTo, to, subject, text, html },
    attachments: attachments.map(({ filename, content, contentType }) => ({
      filename,
      content: Buffer.from(content),
      contentType,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  try {
    const { messageId } = await transport.sendMail(mail)
    return { id: messageId }
  } catch (error) {
    const rejected = toRejection(error)
    if (rejected === undefined) throw error
    return { rejected }
  }
}

/** Returns why the address will never take the mail: the server knows no such recipient. */
function toRejection(error: unknown): string | undefined {
  const isRecipient =
    readProperty(error, 'command') === 'RCPT TO' && readProperty(error, 'responseCode') === 550
  const response = readProperty(error, 'response')
  // 5.7.x is about the sender: no right to relay, a block list. It is repeated until solved.
  return isRecipient && typeof response === 'string' && !/\b5\.7\.\d/.test(response)
    ? response
    : undefined
}
