import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field, getId } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { TagDefinition } from '../../store/tag-definition.js'
import type { Tag } from '../../store/tags.js'
import type { DeskCall } from '../desk-call.js'
import { formToken } from '../forms/form-fields.js'
import { rowKey } from '../forms/row-key.js'
import {
  parseBackground,
  parseHex,
  parseText,
  storedBackground,
  storedText,
  toHex,
} from './tag-colors.js'

/** What the form of a tag shows and sends. Colors are `#rrggbb`, and `alpha` is in percent. */
export interface TagFields {
  readonly name: string
  readonly label: string
  readonly color: string
  readonly backgroundColor: string
  readonly alpha: string
}

export const newTag: TagFields = {
  name: '',
  label: '',
  color: '#14532d',
  backgroundColor: '#dcfce7',
  alpha: '100',
}

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  label: 'Label',
  color: 'Text color',
  backgroundColor: 'Background color',
  alpha: 'Opacity',
}

/** Returns the fields of a tag. Invalid colors, which only a storage can have, become others. */
export function fieldsOfTag({ value, label, color, backgroundColor }: Tag): TagFields {
  const ink = parseText(color)
  const behind = parseBackground(backgroundColor)
  return {
    name: value,
    label: label === value ? '' : label,
    color: ink === undefined ? newTag.color : toHex(ink),
    backgroundColor: behind === undefined ? newTag.backgroundColor : toHex(behind),
    alpha: behind === undefined ? newTag.alpha : String(Number((behind.alpha * 100).toFixed(2))),
  }
}

/** Reads the fields that the form sent. */
export function readTagFields(form: Form): TagFields {
  return {
    name: form.get('name'),
    label: form.get('label'),
    color: form.get('color'),
    backgroundColor: form.get('backgroundColor'),
    alpha: form.get('alpha'),
  }
}

const alphaPattern = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/
const colorMessage = 'must be a color in the form #rrggbb'

/**
 * Returns the definition for the engine, or the errors of the fields.
 *
 * @param stored The tag before the change. Colors that are not changed stay as they are, because
 * inputs for colors are less precise.
 */
export function toDefinition(
  { label, ...fields }: TagFields,
  stored: Tag | undefined,
): { readonly definition: TagDefinition } | { readonly errors: FieldErrors } {
  const ink = parseHex(fields.color)
  const behind = parseHex(fields.backgroundColor)
  const isAlpha = alphaPattern.test(fields.alpha)
  if (ink === undefined || behind === undefined || !isAlpha)
    return {
      errors: {
        ...(ink === undefined && { color: colorMessage }),
        ...(behind === undefined && { backgroundColor: colorMessage }),
        ...(!isAlpha && { alpha: 'must be a number from 0 to 100 with at most 2 decimals' }),
      },
    }
  const alpha = Number((Number(fields.alpha) / 100).toFixed(4))
  const before = stored && fieldsOfTag(stored)
  const keepsText = before?.color === fields.color.toLowerCase() && isText(stored)
  const keepsBackground =
    before?.backgroundColor === fields.backgroundColor.toLowerCase() &&
    before.alpha === String(Number(fields.alpha)) &&
    isBackground(stored)
  return {
    definition: {
      color: keepsText ? (stored as Tag).color : storedText(ink),
      backgroundColor: keepsBackground
        ? (stored as Tag).backgroundColor
        : storedBackground({ ...behind, alpha }),
      ...(label !== '' && { label }),
    },
  }
}

function isText(tag: Tag | undefined): boolean {
  return parseText(tag?.color) !== undefined
}

function isBackground(tag: Tag | undefined): boolean {
  return parseBackground(tag?.backgroundColor) !== undefined
}

/** Shows the form of a tag. The name of a stored tag can't be changed. */
export function tagForm(
  call: DeskCall,
  fields: TagFields,
  isStored: boolean,
  errors: FieldErrors = {},
): Html {
  const { name, label, alpha } = fields
  return html`<form class="card stack" method="post" action="${call.url('/tags')}" id="tag">
    <h2>${isStored ? `Change ${name}` : 'Add a tag'}</h2>
    ${
      Object.keys(errors).length > 0 &&
      errorSummary('The tag was not saved.', errors, (path) =>
        Object.hasOwn(labels, path) ? labels[path] : undefined,
      )
    }
    ${formToken(call)}
    <input type="hidden" name="action" value="save">
    ${
      isStored
        ? html`<input type="hidden" name="key" value="${rowKey(name)}">
          <input type="hidden" name="name" value="${name}">`
        : field({ name: 'name', label: 'Name', value: name, errors, isRequired: true })
    }
    ${field({
      name: 'label',
      label: 'Label',
      value: label,
      errors,
      hint: 'What chips show. Empty for the name.',
    })}
    <div class="colors">
      ${colorField('color', fields, errors)}
      ${colorField('backgroundColor', fields, errors)}
      ${field({ name: 'alpha', label: 'Opacity in %', value: alpha, errors, inputMode: 'decimal' })}
    </div>
    <div class="actions">
      <button class="primary">${isStored ? 'Save the tag' : 'Add the tag'}</button>
      ${isStored && html`<a class="button" href="${call.url('/tags')}">Cancel</a>`}
    </div>
  </form>`
}

function colorField(name: 'color' | 'backgroundColor', fields: TagFields, errors: FieldErrors) {
  const id = getId(name)
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  return html`<div class="field">
    <label for="${id}">${labels[name]}</label>
    <input type="color" id="${id}" name="${name}" value="${fields[name]}"${
      error && html` aria-invalid="true" aria-describedby="${id}-error"`
    }>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`
}
