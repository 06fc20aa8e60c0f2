import type { Browser, Page } from 'playwright-core'
import { createCustomerPage } from '../../src/customer-page/app.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { type Host, hosts } from '../browser/hosts.js'
import { launchChromium } from '../setup/chromium.js'
import { type LocalProvider, readNotice, startProvider } from './local-provider.js'
import { secrets } from './sample-page.js'

/** What the links of the page are created with. */
export const payingSite = { secrets, baseUrl: '' }

/** The customer's page with a payment provider, and a phone on which it is opened. */
export interface PayingCustomer {
  readonly provider: LocalProvider
  open(path: string, javaScriptEnabled: boolean): Promise<Page>
  close(): Promise<void>
}

/** Serves the customer's page of an engine, whose webhook records what the provider reports. */
export async function startPayingCustomer(engine: QuoteEngine): Promise<PayingCustomer> {
  const provider = await startProvider(async (body, signature) => {
    const { quoteId, ...notice } = readNotice(body, signature)
    await engine.recordPayment({ storeId: 's', role: 'system' }, quoteId, notice)
  })
  const app = createCustomerPage({
    engine,
    ...payingSite,
    startPayment: ({ key, amount, currency = '', record, returnUrl }) =>
      provider.start(key, { amount, currency, quoteId: record.quoteId, returnUrl }),
  })
  const start = hosts.Hono as (apps: object) => Promise<Host>
  const host = await start({ '/quote': app })
  const browser: Browser = await launchChromium()
  return {
    provider,
    async open(path, javaScriptEnabled) {
      const viewport = { width: 390, height: 844 }
      const context = await browser.newContext({ viewport, javaScriptEnabled })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      await page.goto(host.origin + path)
      return page
    },
    async close() {
      await browser.close()
      await host.close()
      await provider.close()
    },
  }
}
