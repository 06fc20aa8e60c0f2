/** Whether every storage can keep this text and give it back as it was: well-formed Unicode, and no NUL character. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const longestName = 255

/** Whether a value can name a store or a quote: a storable text of 1 to 255 characters. */
export function isStorableName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= longestName &&
    isStorableText(value)
  )
}
