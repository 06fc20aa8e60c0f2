import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import type { Attachment, Message } from '../../store/message.js'
import type { PageCall } from '../page-call.js'
import type { Attempt } from './attempt.js'
import { actionForm, textArea } from './decision-box.js'
import type { PageView } from './page-view.js'

/** Shows the messages to and from the customer, and the form for a new one. */
export function messagesSection(call: PageCall, view: PageView, attempt: Attempt): Html {
  const { strings, offer } = view
  const { messages, actions } = offer
  const canWrite = actions.includes('message')
  if (!canWrite && messages.length === 0) return html``
  const form = html`${textArea('text', strings.yourMessage, attempt, 3, true)}
    <div class="actions"><button type="submit">${strings.messageButton}</button></div>`
  return html`<section class="card messages no-print" id="messages" aria-labelledby="messages-title">
  <h2 id="messages-title">${strings.messages}</h2>
  ${
    messages.length > 0
      ? html`<ol>${messages.map((message) => messageItem(view, message))}</ol>`
      : html`<p class="muted">${strings.noMessages}</p>`
  }
  ${canWrite && actionForm(call, view, 'message', form)}
</section>`
}

/** The names of the seller's users are internal, so a message is from the seller. */
function messageItem({ strings, seller, formats }: PageView, message: Message) {
  const { role, time, text, attachments = [] } = message
  const isOwn = role === 'buyer'
  return html`<li${isOwn && html` class="own"`}>
    <p class="by"><strong><bdi>${isOwn ? strings.you : seller}</bdi></strong>
      ${timeElement(time, formats.dateTime(time))}</p>
    <p class="text" dir="auto">${text}</p>
    ${attachments.length > 0 && html`<ul>${attachments.map(attachmentItem)}</ul>`}
  </li>`
}

function attachmentItem({ name, url }: Attachment) {
  // The engine has checked it as well.
  if (!/^https?:\/\//i.test(url)) return undefined
  return html`<li><a href="${url}" rel="noopener noreferrer nofollow"><bdi>${name}</bdi></a></li>`
}
