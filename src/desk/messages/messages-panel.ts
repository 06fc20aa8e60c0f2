import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { Message } from '../../store/message.js'
import type { DeskCall } from '../desk-call.js'

/** Shows the messages of a quote, and the form for a new one. */
export function messagesPanel(
  _call: DeskCall,
  _quoteId: string,
  _messages: readonly Message[],
): Html {
  return html``
}
