// Totals while typing, rows, products. The page works without it.

/**
 * @typedef {Record<string, string>} Fields
 * @typedef {{ lines?: (Fields | null)[], amounts?: Fields, errors: Fields }} Priced
 * @typedef {Priced & { sum?: string, message: string }} Preview
 */

/** @type {HTMLFormElement | null} */
const edited = document.querySelector('form[data-edit]')
if (edited) enhance(edited)

/** @param {HTMLFormElement} form */
function enhance(form) {
  const rows = form.querySelector('[data-rows]')
  /** @type {HTMLTemplateElement | null} */
  const template = form.querySelector('[data-row-template]')
  /** @type {HTMLElement | null} */
  const addButton = form.querySelector('[data-add-row]')
  const list = document.getElementById('found-products')
  let request = new AbortController()
  let timer = 0
  let next = rows?.children.length ?? 0
  let isChanged = false

  /** @param {string} selector @param {string} text @param {Element} parent */
  const show = (selector, text, parent = form) => {
    const element = parent.querySelector(selector)
    if (element) element.textContent = text
  }

  async function preview() {
    request.abort()
    request = new AbortController()
    const { signal } = request
    // @ts-expect-error: without files, all values are strings.
    const body = new URLSearchParams(new FormData(form))
    try {
      const response = await fetch(form.dataset.preview ?? '', { method: 'POST', body, signal })
      if (!response.ok) throw response
      showPreview(await response.json())
    } catch {
      if (!signal.aborted) show('[data-status]', 'The totals cannot be calculated now.')
    }
  }

  /** @param {Preview} preview */
  function showPreview({ lines, amounts, sum = '', errors, message }) {
    show('[data-status]', message)
    for (const field of form.elements) {
      const isInvalid = Object.hasOwn(errors, field.getAttribute('name') ?? '')
      if (isInvalid) field.setAttribute('aria-invalid', 'true')
      else if (!field.hasAttribute('aria-describedby')) field.removeAttribute('aria-invalid')
    }
    if (!lines || !amounts) return
    for (const [index, row] of [...(rows?.children ?? [])].entries()) {
      const { total = '', price = '', name = '' } = lines[index] ?? {}
      show('[data-total]', total, row)
      show('[data-name]', name, row)
      row.querySelector('[name$=".quote"]')?.setAttribute('placeholder', price)
    }
    for (const [name, amount] of Object.entries(amounts)) {
      const row = `[data-amount="${name}"]`
      const isHidden = amount === '' && !/lines|total/.test(name)
      form.querySelector(row)?.toggleAttribute('hidden', isHidden)
      show(`${row} td`, amount)
    }
    show('[data-sum]', sum)
  }

  function addRow() {
    const row = template?.content.firstElementChild?.cloneNode(true)
    if (!(row instanceof Element)) return
    for (const element of [row, ...row.querySelectorAll('*')]) {
      for (const each of element.attributes) each.value = each.value.replaceAll('N0', `${next}`)
      const text = element.lastChild
      if (text?.nodeValue) text.nodeValue = text.nodeValue.replace('N1', `${next + 1}`)
    }
    next += 1
    rows?.append(row)
    rows?.toggleAttribute('data-all', true)
    row.querySelectorAll('input')[2]?.focus()
  }

  /** A price typed empties the percent, and vice versa. @param {HTMLInputElement} input */
  function emptyOther({ name, value, defaultValue }) {
    const [, path, field] = /^(.*\.)(quote|discount_percent)$/.exec(name) ?? []
    const other = form.elements.namedItem(path + (field === 'quote' ? 'discount_percent' : 'quote'))
    if (path && other instanceof HTMLInputElement)
      other.value = value === defaultValue ? other.defaultValue : ''
  }

  /** @param {string} text */
  async function suggest(text) {
    if (text.length < 2) return
    const response = await fetch(`${form.dataset.products}?q=${encodeURIComponent(text)}`)
    const { products } = response.ok ? await response.json() : { products: [] }
    const options = products.map((/** @type {Fields} */ product) =>
      Object.assign(document.createElement('option'), product),
    )
    list?.replaceChildren(...options)
  }

  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.id === 'f-search') return
    isChanged = true
    if (target instanceof HTMLInputElement) {
      emptyOther(target)
      if (target.list) suggest(target.value).catch(() => {})
      // The row keeps its number.
      const row = target.name.endsWith('.remove') && target.closest('[data-new]')
      if (row) row.toggleAttribute('hidden', true)
      if (row) addButton?.focus()
    }
    clearTimeout(timer)
    timer = setTimeout(preview, 300)
  })
  addButton?.addEventListener('click', (event) => {
    event.preventDefault()
    addRow()
  })
  form.addEventListener('submit', () => {
    isChanged = false
  })
  addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })
}
