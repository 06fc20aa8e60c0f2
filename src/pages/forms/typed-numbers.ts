/** What a number in a form is: it decides which signs can stand beside it. */
export type NumberKind = 'quantity' | 'money' | 'percent'

/** Decimal numbers as people of one locale type and read them. */
export interface TypedNumbers {
  /**
   * Returns the decimal string of what was typed, such as `1299.50` for `1.299,50 €` in German;
   * undefined if it is no number, or could be another one than was meant: `1.00` in German.
   *
   * Decimals stay as they are typed. Grouping must be complete, or absent. Digits of the locale and
   * Latin digits are read. Money can have a currency, and a percent its sign.
   */
  parse(text: string, kind: NumberKind): string | undefined
  /** Writes a decimal string for a field: `1299,50` for `1299.50`. Other strings stay. */
  format(decimal: string): string
  /**
   * Returns the error of what is no number, which says how numbers are written.
   *
   * @param text What was typed: a quantity such as `1.000` could be two numbers, which it names.
   */
  error(kind: NumberKind, text?: string): string
}

/** The characters of the numbers of a locale. */
interface Notation {
  readonly decimals: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  /** The number of digits between two separators, except before the last three. */
  readonly groupSize: number
}

/** Longer strings are no numbers of people. */
const maxLength = 100

/** Invisible marks that set the direction of text, which come with what is copied. */
const directionMarks = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const apostrophes = ["'", '’', '‘', 'ʼ']
const signs = /[-\u2212\u2013\uff0d]/
const percentSigns = new Set(['%', '٪', '﹪'])

/** Locales of options are few. */
const maxLocales = 100
const cache = new Map<string, TypedNumbers>()

/**
 * Returns the numbers of a locale. They are kept, because the formats of a locale take long to
 * create.
 *
 * @throws RangeError if the locale is invalid
 */
export function typedNumbers(locale: string): TypedNumbers {
  const cached = cache.get(locale)
  if (cached !== undefined) return cached
  const numbers = createNumbers(locale)
  if (cache.size >= maxLocales) cache.clear()
  cache.set(locale, numbers)
  return numbers
}

function createNumbers(locale: string): TypedNumbers {
  const latin = new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
  const notations = [getNotation(locale), getNotation(latin)]
  const digits = getDigits(locale)
  const values = new Map([...digits].map((digit, value) => [digit, String(value)]))
  const plain = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 1 })
  const decimal = getPart(plain.formatToParts(1.5), 'decimal') ?? '.'
  const minus = getPart(plain.formatToParts(-1.5), 'minusSign') ?? '-'
  const written = new Map([...digits].map((digit, value) => [String(value), digit]))
  written.set('.', decimal).set('-', minus)
  let symbols: ReadonlySet<string> | undefined
  const isCurrency = (text: string) => {
    symbols ??= currencySymbols(locale)
    return symbols.has(text.toLowerCase()) || /^\p{L}{0,3}\p{Sc}$/u.test(text)
  }

  return {
    parse(text, kind) {
      if (text.length > maxLength) return undefined
      const parts = splitNumber(text, values)
      if (parts === undefined) return undefined
      const { sign, beside, body } = parts
      if (beside !== '' && !isBeside(beside, kind, isCurrency)) return undefined
      for (const notation of notations) {
        const parsed = parseDigits(body, notation)
        const isDecimals = parsed?.endsWith('.000') === true
        if (kind === 'quantity' && isDecimals && ambiguous.test(body)) return undefined
        if (parsed !== undefined) return `${sign}${parsed}`
      }
      return undefined
    },
    format(value) {
      if (!/^-?\d+(?:\.\d+)?$/.test(value)) return value
      return [...value].map((each) => written.get(each) ?? each).join('')
    },
    error(kind, text = '') {
      const [, whole = ''] = (kind === 'quantity' && ambiguous.exec(text.trim())) || []
      if (whole !== '') {
        const thousands = new Intl.NumberFormat(locale).format(Number(whole) * 1000)
        return `could be ${whole} or ${thousands}; type one of them`
      }
      const example = new Intl.NumberFormat(locale, {
        minimumFractionDigits: kind === 'money' ? 2 : 0,
      }).format(kind === 'percent' ? 12.5 : 1234.5)
      return `must be a number such as ${example}, with “${decimal}” before the decimals`
    },
  }
}

/** An integer with three zeros behind a sign that is that of decimals or of thousands. */
const ambiguous = /^([1-9]\d{0,2})[.,]000$/

function isBeside(text: string, kind: NumberKind, isCurrency: (text: string) => boolean): boolean {
  if (kind === 'quantity') return false
  return kind === 'percent' ? percentSigns.has(text) : isCurrency(text)
}

/** Returns the sign of a number, its digits and separators, and what stands beside them. */
function splitNumber(text: string, values: ReadonlyMap<string, string>) {
  const latin = [...text.replaceAll(directionMarks, '')]
    .map((each) => values.get(each) ?? getNarrow(each))
    .join('')
    .replaceAll(/\s/g, ' ')
  const [, before = '', body = '', after = ''] =
    /^(\D*?)([^\p{L}\p{Sc}\s]?\d(?:.*\d)?)(\D*)$/u.exec(latin) ?? []
  if (body === '') return undefined
  const lead = signs.test(body.charAt(0)) ? `${before}${body.charAt(0)}` : before
  const rest = lead === before ? body : body.slice(1)
  const prefix = lead.replace(signs, '').trim()
  const suffix = after.trim()
  if (prefix !== '' && suffix !== '') return undefined
  return { sign: signs.test(lead) ? '-' : '', body: rest, beside: prefix || suffix }
}

/** Returns a character of East Asian width as the one that people mean by it: `5` for `５`. */
function getNarrow(character: string): string {
  const code = character.codePointAt(0) as number
  const isWide = code >= 0xff01 && code <= 0xff5e
  return isWide ? String.fromCodePoint(code - 0xfee0) : character
}

/** Returns the decimal string of digits with separators; undefined if it has other characters. */
function parseDigits(body: string, notation: Notation): string | undefined {
  const marks = [...body].filter((each) => notation.decimals.has(each))
  if (marks.length > 1) return undefined
  const [integer = '', fraction] = marks[0] === undefined ? [body] : body.split(marks[0])
  if (fraction !== undefined && !/^\d+$/.test(fraction)) return undefined
  const whole = integer === '' ? '0' : ungrouped(integer, notation)
  if (whole === undefined) return undefined
  const shown = whole.replace(/^0+(?=\d)/, '')
  return fraction === undefined ? shown : `${shown}.${fraction}`
}

function ungrouped(integer: string, { groups, groupSize }: Notation): string | undefined {
  if (/^\d+$/.test(integer)) return integer
  const separator = /\D/.exec(integer)?.[0] ?? ''
  if (!groups.has(separator)) return undefined
  const pieces = integer.split(separator)
  if (!pieces.every((piece) => /^\d+$/.test(piece)) || pieces[0]?.startsWith('0')) return undefined
  const sizes = pieces.map(({ length }) => length)
  const isGrouped = [groupSize, 3].some((size) =>
    sizes.every((length, index) => {
      if (index === sizes.length - 1) return length === 3
      return index === 0 ? length <= size : length === size
    }),
  )
  return isGrouped ? pieces.join('') : undefined
}

/** A few locales write prices with other separators than numbers. Both can be typed there. */
function getNotation(locale: string): Notation {
  const formats = [{}, { style: 'currency', currency: 'EUR' } as const].map((options) =>
    new Intl.NumberFormat(locale, options).formatToParts(12_345_678.5),
  )
  const decimals = new Set(formats.flatMap((parts) => getPart(parts, 'decimal') ?? []))
  const found = formats.flatMap((parts) => getPart(parts, 'group') ?? [])
  const alike = found.some((each) => apostrophes.includes(each)) ? apostrophes : []
  const groups = [...found, ...alike].filter((each) => !decimals.has(each) && /\S/.test(each))
  const integers = (formats[0] ?? []).flatMap(({ type, value }) =>
    type === 'integer' ? [[...value].length] : [],
  )
  return {
    decimals,
    groups: new Set([...groups, ' ']),
    groupSize: integers.length > 2 ? (integers[1] as number) : 3,
  }
}

function getPart(parts: readonly Intl.NumberFormatPart[], type: Intl.NumberFormatPart['type']) {
  return parts.find((part) => part.type === type)?.value
}

/** Returns the digits from 0 to 9. */
function getDigits(locale: string): readonly string[] {
  const format = new Intl.NumberFormat(locale, { useGrouping: false })
  return Array.from({ length: 10 }, (_, digit) => format.format(digit))
}

/** Returns the codes of all currencies, and their symbols in a locale, in lower case. */
function currencySymbols(locale: string): ReadonlySet<string> {
  const codes = Intl.supportedValuesOf('currency')
  const symbols = codes.flatMap((currency) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      const symbol = getPart(format.formatToParts(1), 'currency') ?? ''
      return symbol.replaceAll(directionMarks, '').trim()
    }),
  )
  return new Set([...codes, ...symbols].map((each) => each.toLowerCase()))
}
