// Generated from pdf/assets/parts.typ by .ci/assets.mjs.
export const partsTyp = `// A quote as a PDF document. All content comes from the inputs, as strings that are never code.
#let quote = json(bytes(sys.inputs.quote))
#let families = quote.families.map(family => {
  if type(family) == str { family } else { (name: family.name, covers: "latin-in-cjk") }
})
#let ink = rgb("#1b2430")
#let muted-ink = rgb("#566172")
#let rule-color = rgb("#d5dbe3")
#let accent = rgb(quote.color)
#let side = 19mm
#let sheet = if quote.paper == "us-letter" { (215.9mm, 279.4mm) } else { (210mm, 297mm) }
#let content-width = sheet.at(0) - 2 * side

#let muted(size: 8.5pt, body) = text(size: size, fill: muted-ink, body)
#let label(body) = text(size: 8pt, weight: "bold", fill: muted-ink, body)
#let hairline = line(length: 100%, stroke: 0.5pt + rule-color)

#let (year, month, day, hour, minute, second) = quote.date
#set document(
  title: quote.title,
  author: quote.author,
  keywords: quote.keywords,
  date: datetime(
    year: year, month: month, day: day, hour: hour, minute: minute, second: second,
  ),
)
#set text(
  font: families,
  size: 9.5pt,
  fill: ink,
  lang: quote.language,
  region: quote.region,
  dir: if quote.dir == "rtl" { rtl } else { ltr },
  number-width: "tabular",
  hyphenate: false,
  overhang: false,
  // The same height for every script, so that lines of several fonts stand on one base line.
  top-edge: 0.8em,
  bottom-edge: -0.2em,
)
#set par(leading: 0.3em, spacing: 0.6em)
// Breaks long strings without spaces, such as addresses of the web, after every 8 characters. A box
// for every character would make the file 6 times as large, and zero-width spaces would be copied.
#show regex("[^\\s\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}\\p{Thai}\\p{Arabic}]{31,}"): word => {
  word.text.clusters().chunks(8).map(part => box(part.join())).join()
}
#show heading: set block(above: 0pt, below: 0pt)
#show heading.where(level: 1): set text(size: 23pt, weight: "bold", fill: accent)
#show heading.where(level: 2): set text(size: 8pt, weight: "bold", fill: muted-ink)

// A file may not have empty headings.
#let title(level, body) = if body.trim() != "" { heading(level: level, body) }

#let footer-text = if "footer" in quote { muted(size: 7.5pt, quote.footer) }
#let page-footer = context {
  let page-number = quote.labels.page
    .replace("{page}", str(counter(page).get().first()))
    .replace("{pages}", str(counter(page).final().first()))
  hairline
  v(1.6mm, weak: true)
  grid(
    columns: (1fr, auto),
    column-gutter: 8mm,
    footer-text,
    align(end, muted(size: 7.5pt, page-number)),
  )
}
#let page-header = context {
  if counter(page).get().first() > 1 { muted(size: 8pt, quote.title) }
}

#let fact-grid(facts, gutter: 1mm) = grid(
  columns: (auto, 1fr),
  column-gutter: 4mm,
  row-gutter: gutter,
  ..facts.map(fact => (muted(size: 9pt, fact.label), text(size: 9pt, fact.value))).flatten(),
)

#let party(content) = {
  title(2, content.heading)
  v(1.2mm, weak: true)
  for (index, row) in content.lines.enumerate() {
    block(spacing: 0.9mm, if index == 0 { strong(row) } else { row })
  }
}

// The size at which the amounts leave enough space for the names of the items.
#let number-size(cells) = {
  let sizes = (9.5pt, 8.5pt, 7.5pt, 6.5pt, 5.5pt)
  let width(size) = cells.map(cell => measure(text(size: size, cell)).width + 4mm).sum()
  let fitting = sizes.filter(size => width(size) <= content-width * 62%)
  fitting.at(0, default: sizes.last())
}

#let items() = context {
  let has-list = "listPrice" in quote.columns
  let size = number-size(quote.widest)
  let number(value) = text(size: size, value)
  let head(value) = label(value)
  let detail(body) = block(spacing: 0.9mm, muted(body))
  let item(line) = {
    block(spacing: 0.9mm, strong(line.name))
    if "sku" in line { detail[#quote.labels.sku #line.sku] }
    if "description" in line { detail(line.description) }
    if "note" in line { detail(line.note) }
    if "discount" in line { detail(line.discount) }
    if "steps" in line {
      block(spacing: 1.4mm, grid(
        columns: (auto, auto),
        column-gutter: 6mm,
        row-gutter: 0.5mm,
        align: (start, right),
        ..line.steps.map(step => (
          muted(size: 8pt, step.label), muted(size: 8pt, step.value),
        )).flatten(),
      ))
    }
  }
  let row(line) = (
    table.cell(breakable: line.isLong, item(line)),
    number(line.quantity),
    ..if has-list { (text(fill: muted-ink, number(line.at("listPrice", default: ""))),) },
    number(line.unitPrice),
    number(line.total),
  )
  let count = if has-list { 5 } else { 4 }
  let inset-end(x) = if x == count - 1 { 0pt } else { 2.5mm }
  table(
    columns: (1fr,) + (auto,) * (count - 1),
    // To the right in every direction, so that the decimals stand below each other.
    align: (x, y) => if x == 0 { start + top } else { right + top },
    inset: (x, y) => (
      top: if y == 0 { 0pt } else { 2mm },
      bottom: if y == 0 { 1.4mm } else { 2.1mm },
      left: if quote.dir == "rtl" { inset-end(x) } else if x == 0 { 0pt } else { 2.5mm },
      right: if quote.dir == "ltr" { inset-end(x) } else if x == 0 { 0pt } else { 2.5mm },
    ),
    stroke: (x, y) => (
      bottom: if y == 0 { 1pt + accent } else { 0.5pt + rule-color },
    ),
    table.header(
      repeat: true,
      head(quote.columns.item),
      head(quote.columns.quantity),
      ..if has-list { (head(quote.columns.listPrice),) },
      head(quote.columns.unitPrice),
      head(quote.columns.total),
    ),
    ..quote.lines.map(row).flatten(),
  )
}

#let totals() = {
  let rows = quote.totals.map(row => {
    let is-total = row.type == "total"
    let show-text(body) = if is-total {
      text(size: 12.5pt, weight: "bold", fill: accent, body)
    } else if row.type == "included" { muted(body) } else { body }
    let cell(body) = grid.cell(
      inset: if is-total { (top: 2.2mm, bottom: 1mm) } else { (y: 0.75mm) },
      show-text(body),
    )
    (
      ..if is-total { (grid.hline(stroke: 1pt + accent),) },
      cell(row.label),
      cell(row.amount),
    )
  })
  align(end, block(breakable: false, width: 55%, grid(
    columns: (1fr, auto),
    align: (start, right),
    column-gutter: 6mm,
    ..rows.flatten(),
  )))
}

#let acceptance(section) = block(
  breakable: false,
  width: 100%,
  inset: 5mm,
  radius: 1.5mm,
  stroke: 0.6pt + rule-color,
  {
    title(2, section.heading)
    v(1.6mm, weak: true)
    fact-grid(section.facts)
  },
)
`
