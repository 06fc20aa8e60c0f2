const maxLength = 100

/**
 * Returns the header `content-disposition` of a file that browsers save. It has the name in UTF-8,
 * and in ASCII for programs that read nothing else (RFC 6266).
 *
 * @param name Any string, such as the title of a document.
 * @param extension `pdf`
 */
export function attachmentHeader(name: string, extension: string): string {
  const safe = safeName(name)
  const ascii = safe
    .normalize('NFKD')
    .replaceAll(/[^\w .-]+/g, '')
    .trim()
  return `attachment; filename="${ascii || 'quote'}.${extension}"; filename*=UTF-8''${encoded(safe || 'quote')}.${extension}`
}

/** Leaves out what means something to a file system or a shell, and what cannot be seen. */
function safeName(name: string): string {
  return [...name.toWellFormed().replaceAll(/[\p{C}\p{Z}]+/gu, ' ')]
    .slice(0, maxLength)
    .join('')
    .replaceAll(/[\\/:*?"<>|%;`$&~#^{}[\]]+/g, '-')
    .replaceAll(/^[.\s-]+|[.\s-]+$/g, '')
}

/** RFC 8187 has fewer unreserved characters than `encodeURIComponent`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
