// Shows what a choice costs while it is made. Without this module, a button does. The server
// computes everything: this sends the form as the button would, and takes over what it shows.
const choice = document.querySelector('#choice')
const button = choice?.querySelector('[name=update]')
if (button?.form) {
  const { form, parentElement: place } = button
  const parts = document.querySelectorAll('[data-live]')
  let request
  let timer
  button.remove()
  choice.addEventListener('input', update)
  // A browser that reloads a page keeps what was chosen.
  const inputs = [...choice.querySelectorAll('input')]
  if (
    inputs.some((each) => each.checked !== each.defaultChecked || each.value !== each.defaultValue)
  )
    update()

  function update() {
    request?.abort()
    setBusy(true)
    clearTimeout(timer)
    timer = setTimeout(load, 250)
  }

  function load() {
    request = new XMLHttpRequest()
    request.responseType = 'document'
    request.timeout = 15_000
    // A field of the form is named action as well.
    request.open('POST', form.getAttribute('action'))
    request.onload = show
    request.onerror = request.ontimeout = fail
    const fields = new URLSearchParams(new FormData(form))
    // They are not needed for it.
    for (const name of ['name', 'reference', 'signature', 'strokes', 'consent']) fields.delete(name)
    fields.set(button.name, button.value)
    request.send(fields)
  }

  function show() {
    const { response, status } = request
    if (status !== 200 || !response?.querySelector('[data-live]')) return fail()
    for (const part of parts) {
      const shown = response.querySelector(`[data-live="${CSS.escape(part.dataset.live)}"]`)
      part.replaceChildren(...(shown?.childNodes ?? []))
    }
    setBusy(false)
  }

  /** The button works as without this module, and says what went wrong. */
  function fail() {
    setBusy(false)
    place.append(button)
  }

  function setBusy(isBusy) {
    for (const part of parts) part.setAttribute('aria-busy', isBusy)
  }
}
