import type { DocumentLine, QuoteDocument } from '../../src/document/model/quote-document.js'

/** A logo whose letters are shapes, so that it needs no font. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 106 48">' +
  '<rect width="48" height="48" rx="10" fill="#1f3a5f"/>' +
  '<path d="M14 36V12h6v18h14v6z" fill="#fff"/>' +
  '<path d="M58 14h6v16h10v5H58zM78 17h6l4 11 4-11h6l-8 18h-4z" fill="#1f3a5f"/></svg>'

interface Words {
  readonly dir?: 'rtl'
  readonly heading: string
  readonly facts: readonly [string, string, string, string]
  readonly dates: readonly [string, string]
  readonly from: string
  readonly for: string
  readonly customer: readonly string[]
  readonly columns: QuoteDocument['columns']
  readonly products: readonly (readonly [name: string, description?: string])[]
  readonly totals: readonly [string, string, string, string]
  readonly acceptance: readonly [string, string, string, string]
  readonly terms: readonly string[]
  /** The labels of terms and pages. */
  readonly labels: readonly [string, string]
  /** Formats an amount of cents. */
  readonly money: (amount: number) => string
}

const money = (locale: string, currency: string) => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return (amount: number) => format.format(amount)
}

const words: Readonly<Record<string, Words>> = {
  en: {
    heading: 'Quote',
    facts: ['Number', 'Revision', 'Date', 'Valid until'],
    dates: ['November 22, 2026', 'December 31, 2026'],
    from: 'From',
    for: 'For',
    customer: ['Grace Hopper', 'Compiler Works Inc.', '1 Navy Yard', 'Arlington, Virginia 22202'],
    columns: {
      position: 'No.',
      item: 'Item',
      quantity: 'Quantity',
      listPrice: 'List price',
      unitPrice: 'Unit price',
      total: 'Total',
    },
    products: [
      ['Oak chair', 'Solid wood, oiled'],
      ['Height-adjustable desk', '160 × 80 cm, two motors, memory for four heights'],
      ['Assembly on site'],
    ],
    totals: ['Subtotal', 'Spring sale (5%)', 'VAT 20%', 'Total'],
    acceptance: ['Acceptance', 'Accepted by', 'Accepted on', 'Reference'],
    labels: ['Terms', 'Page {page} of {pages}'],
    terms: ['Payment within 30 days of the invoice.', 'Goods remain our property until then.'],
    money: money('en', 'EUR'),
  },
  de: {
    heading: 'Angebot',
    facts: ['Nummer', 'Revision', 'Datum', 'Gültig bis'],
    dates: ['22. November 2026', '31. Dezember 2026'],
    from: 'Von',
    for: 'Für',
    customer: ['Jürgen Groß', 'Großhandelsgesellschaft mbH', 'Königstraße 5', '70173 Stuttgart'],
    columns: {
      position: 'Pos.',
      item: 'Artikel',
      quantity: 'Menge',
      listPrice: 'Listenpreis',
      unitPrice: 'Einzelpreis',
      total: 'Gesamtpreis',
    },
    products: [
      ['Eichenstuhl', 'Massivholz, geölt'],
      ['Höhenverstellbarer Schreibtisch', '160 × 80 cm, Speicher für vier Höhen'],
      ['Montage vor Ort'],
    ],
    totals: ['Zwischensumme', 'Frühjahrsrabatt (5 %)', 'USt. 19 %', 'Gesamtbetrag'],
    acceptance: ['Annahme', 'Angenommen von', 'Angenommen am', 'Referenz'],
    labels: ['Bedingungen', 'Seite {page} von {pages}'],
    terms: ['Zahlbar innerhalb von 30 Tagen.', 'Bis dahin bleibt die Ware unser Eigentum.'],
    money: money('de', 'EUR'),
  },
  fr: {
    heading: 'Devis',
    facts: ['Numéro', 'Révision', 'Date', "Valable jusqu'au"],
    dates: ['22 novembre 2026', '31 décembre 2026'],
    from: 'De',
    for: 'Pour',
    customer: ['Zoé Lefèvre', 'Ateliers de la Forêt', '12 rue de l’Œuvre', '75011 Paris'],
    columns: {
      position: 'N°',
      item: 'Article',
      quantity: 'Quantité',
      listPrice: 'Prix public',
      unitPrice: 'Prix unitaire',
      total: 'Total',
    },
    products: [
      ['Chaise en chêne', 'Bois massif, huilé'],
      ['Bureau réglable en hauteur', '160 × 80 cm, mémoire de quatre hauteurs'],
      ['Montage sur place'],
    ],
    totals: ['Sous-total', 'Remise de printemps (5 %)', 'TVA 20 %', 'Total'],
    acceptance: ['Acceptation', 'Acceptée par', 'Acceptée le', 'Référence'],
    labels: ['Conditions', 'Page {page} sur {pages}'],
    terms: ['Paiement à 30 jours.', 'Les biens restent notre propriété jusqu’au paiement.'],
    money: money('fr', 'EUR'),
  },
  ar: {
    dir: 'rtl',
    heading: 'عرض سعر',
    facts: ['الرقم', 'المراجعة', 'التاريخ', 'صالح حتى'],
    dates: ['٢٢ نوفمبر ٢٠٢٦', '٣١ ديسمبر ٢٠٢٦'],
    from: 'من',
    for: 'إلى',
    customer: ['ليلى حداد', 'شركة النور للتجارة', '12 King Faisal St.', 'القاهرة'],
    columns: {
      position: 'م',
      item: 'الصنف',
      quantity: 'الكمية',
      listPrice: 'سعر القائمة',
      unitPrice: 'سعر الوحدة',
      total: 'الإجمالي',
    },
    products: [
      ['كرسي من خشب البلوط', 'خشب صلب مدهون بالزيت'],
      ['مكتب قابل لضبط الارتفاع', 'مقاس 160 × 80 سم، ذاكرة لأربعة ارتفاعات'],
      ['التركيب في الموقع'],
    ],
    totals: ['المجموع الفرعي', 'تخفيضات الربيع (٥٪)', 'ضريبة القيمة المضافة ١٤٪', 'الإجمالي'],
    acceptance: ['القبول', 'قبله', 'تاريخ القبول', 'المرجع'],
    labels: ['الشروط', 'صفحة {page} من {pages}'],
    terms: ['الدفع خلال ٣٠ يومًا من تاريخ الفاتورة.'],
    money: money('ar-EG', 'EGP'),
  },
  'zh-Hans': {
    heading: '报价单',
    facts: ['编号', '版本', '日期', '有效期至'],
    dates: ['2026年11月22日', '2026年12月31日'],
    from: '报价方',
    for: '客户',
    customer: ['王小明', '北京直角贸易有限公司', '海淀区中关村大街1号', '北京 100080'],
    columns: {
      position: '序号',
      item: '项目',
      quantity: '数量',
      listPrice: '标价',
      unitPrice: '单价',
      total: '金额',
    },
    products: [
      ['橡木椅', '实木,涂油处理'],
      ['升降办公桌', '160 × 80 厘米,双电机,可存储四个高度。'],
      ['现场安装'],
    ],
    totals: ['小计', '春季优惠(5%)', '增值税 13%', '总计'],
    acceptance: ['接受', '接受人', '接受时间', '参考号'],
    labels: ['条款', '第 {page} 页,共 {pages} 页'],
    terms: ['请于开票后30天内付款。付清之前,货物所有权归我方所有。'],
    money: money('zh-Hans', 'CNY'),
  },
  ja: {
    heading: '見積書',
    facts: ['番号', '改訂', '日付', '有効期限'],
    dates: ['2026年11月22日', '2026年12月31日'],
    from: '発行元',
    for: '宛先',
    customer: ['佐藤 花子', '株式会社直角商事', '千代田区丸の内1-1', '東京都 100-0005'],
    columns: {
      position: 'No.',
      item: '品目',
      quantity: '数量',
      listPrice: '定価',
      unitPrice: '単価',
      total: '金額',
    },
    products: [
      ['オーク材の椅子', '無垢材、オイル仕上げ'],
      ['昇降式デスク', '160 × 80 cm、モーター2基、4段階の高さを記憶します。'],
      ['現地組み立て'],
    ],
    totals: ['小計', '春の割引(5%)', '消費税 10%', '合計'],
    acceptance: ['承諾', '承諾者', '承諾日時', '参照番号'],
    labels: ['条件', '{page} / {pages} ページ'],
    terms: ['請求書発行後30日以内にお支払いください。'],
    money: money('ja', 'JPY'),
  },
}

export const sampleLocales = Object.keys(words)

/** Creates a document with all parts, in one of the six languages. */
export function sampleDocument(lang = 'en', lines = 3): QuoteDocument {
  const text = words[lang]
  if (text === undefined) throw new Error(`there is no sample in ${lang}`)
  const [number, revision, date, validUntil] = text.facts
  const [subtotal, discount, tax, total] = text.totals
  const [accepted, acceptedBy, acceptedOn, reference] = text.acceptance
  return {
    lang,
    dir: text.dir ?? 'ltr',
    title: `${text.heading} Q-00012`,
    heading: text.heading,
    facts: [
      { label: number, value: 'Q-00012' },
      { label: revision, value: '2' },
      { label: date, value: text.dates[0] },
      { label: validUntil, value: text.dates[1] },
    ],
    seller: {
      heading: text.from,
      lines: ['Lovelace Furniture Ltd.', '12 St James’s Square', 'London SW1Y 4JH'],
    },
    customer: { heading: text.for, lines: text.customer },
    columns: text.columns,
    lines: Array.from({ length: lines }, (_, index) => lineOf(text, index)),
    totals: [
      { type: 'lines', label: subtotal, amount: text.money(2899) },
      { type: 'discount', label: discount, amount: text.money(-144) },
      { type: 'tax', label: tax, amount: text.money(551) },
      { type: 'total', label: total, amount: text.money(3306) },
    ],
    terms: text.terms,
    acceptance: {
      heading: accepted,
      facts: [
        { label: acceptedBy, value: text.customer[0] ?? '' },
        { label: acceptedOn, value: text.dates[0] },
        { label: reference, value: 'PO-7' },
      ],
    },
    footer: 'Lovelace Furniture Ltd. · VAT GB123456789 · IBAN GB00 BANK 0000 0000 0000',
    logo: {
      url: `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`,
      alt: 'Lovelace Furniture',
    },
    color: '#1f3a5f',
    labels: { sku: 'SKU', terms: text.labels[0], page: text.labels[1] },
    identity: {
      number: 'Q-00012',
      revision: 2,
      seal: 'a'.repeat(64),
      date: Date.UTC(2026, 10, 22, 9, 30),
    },
  }
}

function lineOf({ products, money }: Words, index: number): DocumentLine {
  const [name = '', description] = products[index % products.length] ?? []
  const isReduced = index % 3 === 0
  return {
    key: `line-${index}`,
    position: String(index + 1),
    name,
    sku: `OAK-${1000 + index}`,
    ...(description === undefined ? undefined : { description }),
    quantity: String((index % 7) + 1),
    ...(isReduced ? { listPrice: money(200) } : undefined),
    unitPrice: money(isReduced ? 149 : 1250),
    total: money((isReduced ? 149 : 1250) * ((index % 7) + 1)),
  }
}
