import { documentStylesPath } from '../../pages/document-stylesheet.js'
import type { Offer } from '../offer/load-offer.js'
import type { PageCall } from '../page-call.js'
import { fill } from '../strings/get-strings.js'
import type { PageStrings } from '../strings/page-strings.js'
import type { Attempt } from './attempt.js'
import { offerMain } from './offer-main.js'
import { pageResponse } from './page-response.js'
import { loadView } from './page-view.js'

/** How an offer is shown. */
export interface ShowOptions {
  readonly attempt?: Attempt
  /** What was done before. */
  readonly done?: keyof PageStrings | undefined
  readonly status?: number
}

/** Responds with the page of an offer. */
export async function showOffer(
  call: PageCall,
  offer: Offer,
  { attempt = {}, done, status = 200 }: ShowOptions = {},
): Promise<Response> {
  const view = await loadView(call, offer)
  const { strings, lang, dir, document } = view
  const { number } = offer.shown.quote
  const name = number === undefined ? strings.offer : fill(strings.offerNumber, 'number', number)
  const style = documentStylesPath(document.color)
  const main = offerMain(call, view, { attempt, done })
  return pageResponse(
    {
      title: `${name} – ${view.seller}`,
      lang,
      dir,
      styles: [call.assets['customer-page.css'] as string, call.url(style)],
      scripts: [call.assets['print.js'] as string],
      header: main.header,
      main: main.main,
    },
    status,
  )
}
