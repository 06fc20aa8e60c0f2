import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { Attachment, Message } from '../../store/message.js'
import { isUrl } from '../../validation/addresses.js'
import type { DeskCall } from '../desk-call.js'
import { getTime } from '../parts/time.js'
import { loadNames, type NameOf } from '../parts/user-names.js'
import { type FailedMessage, messageForm } from './message-form.js'

/** Shows the messages of a quote, and the form for a new one. */
export async function messagesPanel(
  call: DeskCall,
  quoteId: string,
  messages: readonly Message[],
  failed?: FailedMessage,
): Promise<Awaited<Html>> {
  const nameOf = await loadNames(call)
  return html`<section class="card stack" id="messages" aria-labelledby="messages-title">
    <h2 id="messages-title">Messages</h2>
    ${
      messages.length === 0
        ? html`<p class="muted">There are no messages yet.</p>`
        : html`<ol class="messages">${messages.map((message) => messageItem(call, message, nameOf))}</ol>`
    }
    ${messageForm(call, quoteId, failed)}
  </section>`
}

function messageItem(call: DeskCall, message: Message, nameOf: NameOf): Html {
  const { time, by, role, visibility, text, attachments = [] } = message
  const isInternal = visibility === 'internal'
  return html`<li class="message${isInternal && ' internal'}">
    <p class="about">
      <strong class="wrap">${nameOf({ actor: by, role })}</strong>
      ${role === 'buyer' && html`<span class="pill">Customer</span>`}
      ${getTime(call.formats, time)}
      ${visibilityMark(call, isInternal)}
    </p>
    <p class="as-typed">${text}</p>
    ${
      attachments.length > 0 &&
      html`<ul class="attachments" aria-label="Attachments">${attachments.map(attachmentItem)}</ul>`
    }
  </li>`
}

/** Buyers see no internal messages, so theirs need no mark. */
function visibilityMark({ user }: DeskCall, isInternal: boolean): Html | false {
  if (user.role === 'buyer') return false
  return isInternal
    ? html`<span class="pill warn">Internal</span> <span class="muted">The customer does not see this</span>`
    : html`<span class="muted">Visible to the customer</span>`
}

function attachmentItem({ name, url, type, size }: Attachment): Html {
  const facts = [type, size !== undefined && sizeText(size)].filter(Boolean).join(', ')
  return html`<li>${
    isWebUrl(url)
      ? html`<a class="wrap" href="${url}" rel="noreferrer">${name}</a>`
      : html`<span class="wrap">${name}</span>`
  }${facts !== '' && html` <span class="muted">(${facts})</span>`}</li>`
}

/** A storage may return anything: a link with another scheme could run code. */
function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && isUrl(url)
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const

function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
