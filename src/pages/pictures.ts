import { isUrl } from '../validation/addresses.js'

/** What a host permits of pictures. */
interface PictureOptions {
  readonly pictureOrigins?: readonly string[] | undefined
}

/** Returns the address of a picture if the host permits its origin; undefined otherwise. */
export function permittedPicture(
  url: string | undefined,
  { pictureOrigins: origins = [] }: PictureOptions,
): string | undefined {
  if (url === undefined || origins.length === 0 || !isUrl(url)) return undefined
  const { protocol, origin } = new URL(url)
  // The origin of a `blob:` address is that of the page which made it.
  return /^https?:$/.test(protocol) && origins.includes(origin) ? url : undefined
}
