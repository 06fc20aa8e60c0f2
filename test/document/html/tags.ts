/** Returns the tags of a page without the values of their attributes. */
export function tagsOf(html: string): string[] {
  const tags = html.match(/<[^>]*>/g) ?? []
  return tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'))
}

/** Returns the text of a page as it is shown: without its head and its tags. */
export function shownText(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
