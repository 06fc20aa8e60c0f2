import { html } from 'hono/html'
import type { AcceptQuoteRequest } from '../engine/operations/lifecycle.js'
import type { FieldErrors } from '../errors.js'
import { field } from '../pages/forms/field.js'
import type { Form } from '../pages/forms/form.js'
import type { Html } from '../pages/layout.js'
import { type DrawnSignature, type Signature, signatureArea } from '../quote/model/signature.js'
import { getAddress } from './host-calls.js'
import type { PageCall, PageRuntime } from './page-call.js'
import type { PageStrings } from './strings/page-strings.js'

/** What was typed into a form, and what is wrong with it. */
interface FilledForm {
  readonly form?: Form
  readonly errors?: FieldErrors
}

/** Returns true if those who accept can sign. */
export function takesSignature({ options: { signature = 'none' } }: PageRuntime): boolean {
  return signature !== 'none'
}

/** A signature is typed, or drawn where the script shows the pad. */
export function signatureFields(
  { options }: PageRuntime,
  strings: PageStrings,
  { form, errors }: FilledForm,
): Html {
  const { width, height } = signatureArea
  return html`${field({
    name: 'signature',
    label: options.signature === 'required' ? strings.sign : strings.signOptional,
    hint: strings.signHint,
    value: form?.get('signature'),
    errors,
    isRequired: options.signature === 'required' && !form?.get('strokes'),
  })}
    <input type="hidden" id="strokes" name="strokes" value="${form?.get('strokes')}">
    <div class="pad" id="pad" hidden>
      <p class="hint" id="pad-label">${strings.signDrawn}</p>
      <svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="pad-label"></svg>
      <button type="button" class="quiet">${strings.clearSignature}</button>
    </div>`
}

/** Returns true for a form without the signature that it needs. */
export function lacksSignature({ options }: PageRuntime, form: Form): boolean {
  return options.signature === 'required' && toSignature(form) === undefined
}

/** Returns what was drawn, or else typed; undefined if it is neither. The engine validates it. */
function toSignature(form: Form): Signature | undefined {
  const [drawn, name] = [form.get('strokes'), form.get('signature')]
  if (drawn !== '') return { type: 'drawn', strokes: parseStrokes(drawn) }
  return name === '' ? undefined : { type: 'typed', name }
}

function parseStrokes(json: string): DrawnSignature['strokes'] {
  try {
    return JSON.parse(json)
  } catch {
    return []
  }
}

/**
 * Returns what is sealed of an acceptance besides its name.
 *
 * @throws TypeError if `addressOf` has returned something else than an address, and what it throws
 */
export async function toSealed(
  call: PageCall,
  form: Form,
  { consent }: PageStrings,
): Promise<Pick<AcceptQuoteRequest, 'address' | 'signature' | 'consent'>> {
  const address = await getAddress(call)
  return takesSignature(call) ? { address, signature: toSignature(form), consent } : { address }
}
