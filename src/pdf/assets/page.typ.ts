// Generated from pdf/assets/page.typ by .ci/assets.mjs.
export const pageTyp = `// The pages of a quote: parts in their order. Follows parts.typ.
#context {
  let footer-height = measure(width: content-width - 20mm, footer-text).height
  set page(
    width: sheet.at(0),
    height: sheet.at(1),
    margin: (x: side, top: 19mm, bottom: 21mm + calc.min(footer-height, 60mm)),
    footer: page-footer,
    footer-descent: 7mm,
    header: page-header,
    header-ascent: 8mm,
  )

  if "logo" in quote {
    let (format, alt) = quote.logo
    let picture = image("/logo", format: format, alt: alt, height: 15mm, fit: "contain")
    block(below: 9mm, if alt == "" { pdf.artifact(picture) } else { picture })
  }
  title(1, quote.heading)
  if "notice" in quote {
    block(
      above: 5mm,
      width: 100%,
      inset: (x: 4mm, y: 2.8mm),
      radius: 1.5mm,
      fill: rgb("#fdf1d9"),
      text(fill: rgb("#7a4b00"), quote.notice),
    )
  }
  v(8mm, weak: true)
  grid(
    columns: if "seller" in quote { (1fr, 1fr, 1.35fr) } else { (1fr, 1fr) },
    column-gutter: 7mm,
    ..if "seller" in quote { (party(quote.seller),) },
    party(quote.customer),
    fact-grid(quote.facts),
  )
  v(11mm, weak: true)
  items()
  v(4mm, weak: true)
  totals()
  if "taxNotice" in quote {
    v(2mm, weak: true)
    align(end, muted(quote.taxNotice))
  }
  if quote.terms.len() > 0 {
    v(8mm, weak: true)
    title(2, quote.labels.terms)
    v(1.6mm, weak: true)
    for paragraph in quote.terms { par(text(size: 9pt, paragraph)) }
  }
  if "acceptance" in quote {
    v(9mm, weak: true)
    acceptance(quote.acceptance)
  }
}
#if "attachment" in sys.inputs {
  pdf.attach(
    "quote.json",
    bytes(sys.inputs.attachment),
    relationship: "source",
    mime-type: "application/json",
    description: "The quote as JSON",
  )
}
`
