import { html } from 'hono/html'
import type { DeskCall, DeskFeature } from '../../../desk/desk-call.js'
import { formToken, hashRowId } from '../../../desk/forms.js'
import { tagClass } from '../../../desk/parts/names.js'
import type { DeskStrings } from '../../../desk/strings.js'
import { type FieldErrors, QuoteError } from '../../../errors.js'
import { errorSummary } from '../../../pages/forms/error-summary.js'
import { field, getId } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import { createRowsRoute, rowActions } from '../../store-lists/desk/rows-page.js'
import type { Tag, TagDefinition } from '../tags.js'
import {
  getContrast,
  minContrast,
  parseBackgroundColor,
  parseHex,
  parseTextColor,
  tagsStylesheet,
  toHex,
  toStoredBackgroundColor,
  toStoredTextColor,
} from './tag-colors.js'

/** Lists the tags of the store, with the forms that add, change and remove them. */
const tagsRoute = createRowsRoute<Tag, TagFields>({
  section: 'tags',
  load: async ({ engine, user }) => Object.values(await engine.listTags(user)),
  idOf: ({ value }) => value,
  toFields: (stored) => (stored === undefined ? newTag : fieldsOfTag(stored)),
  readFields: (form, stored) => ({
    name: stored?.value ?? form.get('name'),
    label: form.get('label'),
    color: form.get('color'),
    backgroundColor: form.get('backgroundColor'),
    alpha: form.get('alpha'),
  }),
  async save({ engine, user, strings }, fields, tags, stored) {
    if (stored === undefined && tags.some(({ value }) => value === fields.name))
      throw new QuoteError('invalid_request', { errors: { name: strings.tags.taken } })
    await engine.setTag(user, fields.name, toDefinition(strings.tags, fields, stored))
  },
  remove: ({ engine, user }, name) => engine.removeTag(user, name),
  table: (call, tags) => (tags.length === 0 ? noTags(call.strings.tags) : tagTable(call, tags)),
  form: tagForm,
})

/** The page of tags, and their colors for all pages. */
export const tagsDesk: DeskFeature = { routes: [tagsRoute, tagsStylesheet] }

type TagStrings = DeskStrings['tags']

function noTags({ none, noneHint }: TagStrings): Html {
  return html`<div class="card empty"><h2>${none}</h2>
    <p class="muted">${noneHint}</p></div>`
}

function tagTable(call: DeskCall, tags: readonly Tag[]): Html {
  const { tags: strings, common } = call.strings
  return html`<div class="card list"><table class="rows tag-list">
    <caption class="visually-hidden">${strings.caption}</caption>
    <thead><tr><th scope="col">${strings.tag}</th><th scope="col">${strings.labels.name}</th>
      <th scope="col">${strings.contrast}</th>
      <th scope="col"><span class="visually-hidden">${common.actions}</span></th></tr></thead>
    <tbody>${tags.map(
      (tag) => html`<tr>
        <td><span class="pill ${tagClass(tag.value)}">${tag.label}</span></td>
        <th scope="row" class="wrap">${tag.value}</th>
        <td data-label="${strings.contrast}">${contrastCell(strings, tag)}</td>
        <td>${rowActions(call, { path: '/tags', anchor: 'tag', id: tag.value, name: tag.value, consequence: strings.afterRemoval })}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

function contrastCell(strings: TagStrings, { color, backgroundColor }: Tag): Html {
  const ink = parseTextColor(color)
  const behind = parseBackgroundColor(backgroundColor)
  if (ink === undefined || behind === undefined)
    return html`<span class="pill bad">${strings.invalidColors}</span>`
  // Rounded down, so that 4.49 is not shown as enough.
  const shown = (Math.floor(getContrast(ink, behind) * 10) / 10).toFixed(1)
  if (Number(shown) >= minContrast) return html`<span class="muted">${shown}</span>`
  return html`<span class="pill warn">${strings.tooLow(shown)}</span>
    <p class="hint">${strings.contrastHint(minContrast)}</p>`
}

/** What the form of a tag shows and sends. Colors are `#rrggbb`, and `alpha` is in percent. */
interface TagFields {
  readonly name: string
  readonly label: string
  readonly color: string
  readonly backgroundColor: string
  readonly alpha: string
}

const newTag: TagFields = {
  name: '',
  label: '',
  color: '#14532d',
  backgroundColor: '#dcfce7',
  alpha: '100',
}

/** Returns the fields of a tag. Invalid colors, which only a storage can have, become others. */
function fieldsOfTag({ value, label, color, backgroundColor }: Tag): TagFields {
  const ink = parseTextColor(color)
  const behind = parseBackgroundColor(backgroundColor)
  return {
    name: value,
    label: label === value ? '' : label,
    color: ink === undefined ? newTag.color : toHex(ink),
    backgroundColor: behind === undefined ? newTag.backgroundColor : toHex(behind),
    alpha: behind === undefined ? newTag.alpha : String(Number((behind.alpha * 100).toFixed(2))),
  }
}

const alphaPattern = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/

/**
 * Returns the definition for the engine.
 *
 * @param stored The tag before the change. Colors that are not changed stay as they are, because
 * inputs for colors are less precise.
 * @throws QuoteError `invalid_request` with the errors of the fields
 */
function toDefinition(
  { invalidColor, invalidAlpha }: TagStrings,
  { label, ...fields }: TagFields,
  stored: Tag | undefined,
): TagDefinition {
  const ink = parseHex(fields.color)
  const behind = parseHex(fields.backgroundColor)
  const isAlpha = alphaPattern.test(fields.alpha)
  if (ink === undefined || behind === undefined || !isAlpha)
    throw new QuoteError('invalid_request', {
      errors: {
        ...(ink === undefined && { color: invalidColor }),
        ...(behind === undefined && { backgroundColor: invalidColor }),
        ...(!isAlpha && { alpha: invalidAlpha }),
      },
    })
  const alpha = Number((Number(fields.alpha) / 100).toFixed(4))
  const before = stored && fieldsOfTag(stored)
  const keepsText = before?.color === fields.color.toLowerCase() && isText(stored)
  const keepsBackground =
    before?.backgroundColor === fields.backgroundColor.toLowerCase() &&
    before.alpha === String(Number(fields.alpha)) &&
    isBackground(stored)
  return {
    color: keepsText ? (stored as Tag).color : toStoredTextColor(ink),
    backgroundColor: keepsBackground
      ? (stored as Tag).backgroundColor
      : toStoredBackgroundColor({ ...behind, alpha }),
    ...(label !== '' && { label }),
  }
}

function isText(tag: Tag | undefined): boolean {
  return parseTextColor(tag?.color) !== undefined
}

function isBackground(tag: Tag | undefined): boolean {
  return parseBackgroundColor(tag?.backgroundColor) !== undefined
}

/** Shows the form of a tag. The name of a stored tag can't be changed. */
function tagForm(
  call: DeskCall,
  fields: TagFields,
  isStored: boolean,
  errors: FieldErrors = {},
): Html {
  const { name, label, alpha } = fields
  const { tags: strings, common } = call.strings
  const labels: Readonly<Record<string, string>> = strings.labels
  return html`<form class="card stack" method="post" action="${call.url('/tags')}" id="tag">
    <h2>${isStored ? strings.change(name) : strings.add}</h2>
    ${
      Object.keys(errors).length > 0 &&
      errorSummary(strings.notSaved, errors, (path) =>
        Object.hasOwn(labels, path) ? labels[path] : undefined,
      )
    }
    ${formToken(call)}
    <input type="hidden" name="action" value="save">
    ${
      isStored
        ? html`<input type="hidden" name="key" value="${hashRowId(name)}">
          <input type="hidden" name="name" value="${name}">`
        : field({ name: 'name', label: strings.labels.name, value: name, errors, isRequired: true })
    }
    ${field({
      name: 'label',
      label: strings.labels.label,
      value: label,
      errors,
      hint: strings.labelHint,
    })}
    <div class="colors">
      ${colorField('color', strings, fields, errors)}
      ${colorField('backgroundColor', strings, fields, errors)}
      ${field({ name: 'alpha', label: strings.labels.alpha, value: alpha, errors, inputMode: 'decimal' })}
    </div>
    <div class="actions">
      <button class="primary">${isStored ? strings.saveButton : strings.addButton}</button>
      ${isStored && html`<a class="button" href="${call.url('/tags')}">${common.cancel}</a>`}
    </div>
  </form>`
}

function colorField(
  name: 'color' | 'backgroundColor',
  { labels }: TagStrings,
  fields: TagFields,
  errors: FieldErrors,
) {
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
