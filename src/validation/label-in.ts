/**
 * Returns a label in a language, as a BCP 47 tag: that of the tag, of a shorter one, of `en`, or
 * the first.
 */
export function labelIn(
  label: string | { readonly [language: string]: string },
  language: string,
): string {
  if (typeof label === 'string') return label
  const labels = new Map(Object.entries(label).map(([tag, text]) => [tag.toLowerCase(), text]))
  const parts = language.toLowerCase().split('-')
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  const known = [...tags, 'en'].find((tag) => labels.has(tag))
  return (known === undefined ? [...labels.values()][0] : labels.get(known)) ?? ''
}
