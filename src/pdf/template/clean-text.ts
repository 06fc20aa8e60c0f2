/** Control characters without a picture, and those that reorder the text that follows them. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u
const leftToRight = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const direction = /\p{L}|\u200E|\u200F|\u061C/u
const digit = /\p{Nd}/u

/**
 * Returns a string as the template shows it: well-formed, without control characters, and with the
 * order of its own script if that differs from the document's. Numbers without letters, such as
 * those of telephones, are read from left to right in every script.
 */
export function cleanText(value: string, dir: 'ltr' | 'rtl'): string {
  const text = value
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replace(invisible, '')
  const first = direction.exec(text)?.[0]
  const isForeign =
    dir === 'rtl'
      ? first === undefined
        ? digit.test(text)
        : leftToRight.test(first)
      : rightToLeft.test(first ?? '')
  // First strong isolate and its end: the text around it keeps its order.
  return isForeign ? text.replace(/[^\n]+/g, '\u2068$&\u2069') : text
}
