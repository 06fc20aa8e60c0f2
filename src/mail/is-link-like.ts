/**
 * Words at the end of domains that could be a family name or a place, because they have four
 * letters or more. Shorter ones, such as all codes of countries, are links in any case.
 */
const domainWords = new Set(
  (
    'agency asia berlin blog cafe click cloud club company cool design digital email global group ' +
    'gmbh guru help host house info life link live media mobi money name news online page plus ' +
    'press rest sale shop site solutions space store team tech today tools tours travel website ' +
    'wiki work world zone'
  ).split(' '),
)

/**
 * A dot in a name that is written without a space after it, as in `St.Gallen`, `J.Lovelace` and
 * `Co.KG`. What is before it is too short for a domain that anyone could get.
 */
const nameDot = new RegExp(
  [
    String.raw`(?<![\p{L}\p{M}\p{N}.-])`,
    String.raw`(?:Co\.(?:KGaA|KG|OHG)`,
    String.raw`|(?:\p{Lu}|Dr|DR|Fa|Fr|Hr|Mr|Ms|St|ST)\.(\p{Lu}[\p{L}\p{M}]{3,}))`,
    String.raw`(?![\p{L}\p{M}\p{N}.-])`,
  ].join(''),
  'gu',
)

const link = /[/\\@<>]|\b(?:https?|ftp|mailto|sms|tel):|www\.|[\p{L}\p{M}\p{N}]\.[\p{L}\p{M}]{2,}/iu

/**
 * Returns true if a mail program could make a link of a text: customers enter names, and mails of
 * the store go out. Characters that programs take for a dot or a slash count as one.
 */
export function isLinkLike(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('\u3002', '.')
    .replaceAll(/[\u2044\u2215\u29f8]/g, '/')
  const withoutNames = plain.replaceAll(nameDot, (found, word: string | undefined) =>
    domainWords.has(word?.toLowerCase() ?? '') ? found : ' ',
  )
  return link.test(withoutNames)
}
