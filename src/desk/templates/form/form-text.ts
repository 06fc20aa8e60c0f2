/** Returns a stored string as a form sends it back: browsers and forms change line breaks. */
export function formTextOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}
