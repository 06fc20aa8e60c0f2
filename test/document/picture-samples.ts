import { memoryCatalog } from '../../src/catalog/memory.js'
import type { DocumentOptions } from '../../src/document/model/document-options.js'
import type { Quote } from '../../src/quote/model/quote.js'
import { context, flatTax, sampleEngine } from './sample-quotes.js'

interface Sample {
  readonly customer: Readonly<Record<string, string>>
  readonly seller: readonly string[]
  readonly items: readonly [name: string, name: string, name: string]
  readonly note: string
  readonly discount: string
  readonly shipping: string
  readonly tax: string
  readonly terms: string
  readonly currency: string
}

const en: Sample = {
  customer: { name: 'Ada Lovelace', address: '12 Congress Ave', city: 'Austin', country: 'US' },
  seller: ['Oak & Sons Ltd.', '4 Mill Lane', 'London'],
  items: ['Oak chair', 'Dining table, extendable', 'Upholstery fabric'],
  note: 'Deliver to the second floor',
  discount: 'Framework contract',
  shipping: 'By van',
  tax: 'Sales tax',
  terms: 'Payment within 14 days of the invoice.',
  currency: 'USD',
}

const de: Sample = {
  customer: { name: 'Jörg Weiß', address: 'Torstraße 17', city: 'Berlin', country: 'DE' },
  seller: ['Stuhl & Tisch GmbH', 'Lindenallee 4', '04109 Leipzig'],
  items: ['Eichenstuhl', 'Esszimmerausziehtisch', 'Möbelbezugsstoff'],
  note: 'Lieferung in den zweiten Stock',
  discount: 'Rahmenvertrag',
  shipping: 'Per Spedition',
  tax: 'MwSt.',
  terms: 'Zahlbar innerhalb von 14 Tagen ohne Abzug.',
  currency: 'EUR',
}

const fr: Sample = {
  customer: { name: 'Zoé Lefèvre', address: '8 rue de l’Église', city: 'Lyon', country: 'FR' },
  seller: ['Chêne & Fils SARL', '4 allée des Tilleuls', '33000 Bordeaux'],
  items: ['Chaise en chêne', 'Table de salle à manger', 'Tissu d’ameublement'],
  note: 'Livraison au deuxième étage',
  discount: 'Contrat-cadre',
  shipping: 'Transporteur',
  tax: 'TVA',
  terms: 'Paiement à 14 jours, date de facture.',
  currency: 'EUR',
}

const ar: Sample = {
  customer: { name: 'ليلى حداد', address: 'شارع التحرير 17', city: 'القاهرة', country: 'EG' },
  seller: ['شركة البلوط للأثاث', 'شارع النيل 4', 'الجيزة'],
  items: ['كرسي من خشب البلوط', 'طاولة طعام قابلة للتمديد', 'قماش تنجيد'],
  note: 'التسليم إلى الطابق الثاني',
  discount: 'عقد إطاري',
  shipping: 'بالشاحنة',
  tax: 'ضريبة القيمة المضافة',
  terms: 'الدفع خلال 14 يومًا من تاريخ الفاتورة.',
  currency: 'EGP',
}

const zh: Sample = {
  customer: { name: '李明', address: '中山路17号', city: '上海', country: 'CN' },
  seller: ['橡木家具有限公司', '梧桐路4号', '北京'],
  items: ['橡木椅', '可伸缩餐桌', '家具面料'],
  note: '送货至二楼',
  discount: '框架协议',
  shipping: '货车配送',
  tax: '增值税',
  terms: '自开票之日起14日内付款。',
  currency: 'CNY',
}

const ja: Sample = {
  customer: { name: '山田 花子 様', address: '神南1-2-3', city: '東京都渋谷区', country: 'JP' },
  seller: ['樫木家具株式会社', '東京都千代田区丸の内1-1'],
  items: ['オーク材チェア', '伸縮式ダイニングテーブル', '張り地'],
  note: '二階までの搬入',
  discount: '基本契約割引',
  shipping: 'トラック便',
  tax: '消費税',
  terms: '請求書発行日から14日以内にお支払いください。',
  currency: 'JPY',
}

/** A document in each language: its quote and its options. */
export const pictureSamples = { en, de, fr, ar, zh, ja }

export async function sampleOf(
  locale: keyof typeof pictureSamples,
): Promise<{ readonly quote: Quote; readonly options: DocumentOptions }> {
  const sample = pictureSamples[locale]
  const [chair, table, fabric] = sample.items
  const products = [
    { id: 1, name: chair, sku: 'HC-118', price: '8000' },
    { id: 2, name: table, sku: 'HC-204', price: '99000', salePrice: '89900' },
    { id: 3, name: fabric, sku: 'HC-305/B', price: '2490', unit: 'm' },
  ]
  const catalog = memoryCatalog({ 'store-1': products })
  const engine = sampleEngine({ catalog, tax: flatTax(sample.tax) })
  const { quoteId } = await engine.createQuote(context, {
    customer: { ...sample.customer, email: 'ada@example.com' },
    products: [
      { id: 1, qty: 12, note: sample.note },
      { id: 2, qty: 1 },
      { id: 3, qty: 30 },
    ],
    currency: sample.currency,
    discounts: [{ type: 'percent', value: '7.5', label: sample.discount }],
    shipping: { type: 'custom', product: { name: sample.shipping, price: '5900' } },
  })
  const { quote } = await engine.sendQuote(context, quoteId, { expires: '2026-12-31' })
  const { seller, terms } = sample
  return { quote, options: { locale, seller, terms: [terms], timeZone: 'Europe/Berlin' } }
}
