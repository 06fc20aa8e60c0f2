// Lets a customer draw a signature. Without this module, they type it. Keeps points, not pixels, so
// that it survives a rotation of the phone.
const field = document.querySelector('#strokes')
const pad = document.querySelector('#pad')
const typed = document.querySelector('#f-signature')
const svg = pad?.querySelector('svg')
if (field && pad && typed && svg) {
  const path = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'))
  const isRequired = typed.required
  const maxPoints = 2_000
  const maxStrokes = 200
  /** The lines, each as x, y, x, y, … in an area of 600 × 200. */
  let strokes = parse(field.value)
  let stroke
  pad.hidden = false
  show()

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || stroke || strokes.length >= maxStrokes || isFull()) return
    stroke = []
    strokes.push(stroke)
    svg.setPointerCapture(event.pointerId)
    add(event)
  })
  svg.addEventListener('pointermove', (event) => {
    for (const each of stroke ? (event.getCoalescedEvents?.() ?? [event]) : []) add(each)
  })
  for (const end of ['pointerup', 'pointercancel'])
    svg.addEventListener(end, () => {
      stroke = undefined
      show()
    })
  pad.querySelector('button')?.addEventListener('click', () => {
    strokes = []
    show()
  })

  function add({ clientX, clientY }) {
    const { left, top, width, height } = svg.getBoundingClientRect()
    const x = toPosition(clientX - left, width, 600)
    const y = toPosition(clientY - top, height, 200)
    const [lastX = -9, lastY = -9] = stroke.slice(-2)
    if (isFull() || Math.abs(x - lastX) + Math.abs(y - lastY) < 3) return
    stroke.push(x, y)
    show()
  }

  function toPosition(offset, size, max) {
    return Math.min(max, Math.max(0, Math.round((offset / size) * max)))
  }

  function isFull() {
    return strokes.reduce((sum, { length }) => sum + length, 0) >= 2 * maxPoints
  }

  function show() {
    field.value = strokes.length > 0 ? JSON.stringify(strokes) : ''
    typed.required = isRequired && strokes.length === 0
    path.setAttribute('d', strokes.map(toPath).join(''))
  }

  /** A single point is drawn as a dot. */
  function toPath([x, y, ...rest]) {
    return `M${x} ${y}L${rest.length > 0 ? rest.join(' ') : `${x} ${y}`}`
  }

  function parse(value) {
    try {
      return JSON.parse(value)
    } catch {
      return []
    }
  }
}
