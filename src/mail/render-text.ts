import { plainLines } from '../document/model/parts.js'
import {
  componentFacts,
  type DocumentFact,
  type DocumentLine,
} from '../document/model/quote-document.js'
import type { MailContent, OfferContent, WishContent } from './mail-content.js'

/**
 * Returns the plain part of a mail. What people have written is on lines of its own, indented where
 * it has several, so that it can neither look like a total nor turn a number beside it around.
 */
export function renderText(content: MailContent): string {
  const { greeting, text, quotation, files, link, title, notice, facts, offer } = content
  const { about = '', wishes, sum } = content
  const blocks: (string | readonly string[] | undefined)[] = [
    greeting,
    text,
    quotation && [...labelled(quotation.label), ...quotation.lines.map((line) => `> ${line}`)],
    ...(offer === undefined ? [] : offer.introduction.map(plainLines)),
    [
      title,
      oneLine(about),
      ...[sum?.amount, sum?.until].flatMap((fact) => (fact === undefined ? [] : toLine(fact))),
    ].filter((line) => line !== ''),
    files && [...labelled(files.label), ...files.files.flatMap(({ name, url }) => [name, url])],
    link && [`${link.label}:`, link.url],
    notice,
    facts.map(toLine),
    ...(offer === undefined ? [] : offerBlocks(offer)),
    ...(wishes === undefined ? [] : wishBlocks(wishes)),
    content.signature,
    content.footer?.split('\n'),
  ]
  const shown = blocks.map((block) => [block ?? []].flat().join('\n'))
  return `${shown.filter((block) => block !== '').join('\n\n')}\n`
}

function offerBlocks(offer: OfferContent) {
  const { terms, acceptance } = offer
  return [
    ...offer.lines.map((line) => lineBlock(line, offer)),
    offer.furtherItems,
    offer.totals.map(({ label, amount }) => toLine({ label, value: amount })),
    offer.taxNotice,
    ...terms.map(({ heading, paragraphs }) => [
      ...labelled(heading),
      ...paragraphs.flatMap(plainLines),
    ]),
    acceptance && [...labelled(acceptance.heading), ...acceptance.facts.map(toLine)],
  ]
}

function wishBlocks({ labels, wishes, furtherItems }: WishContent) {
  const details = ({ offered, wished, note }: WishContent['wishes'][number]) => [
    ...amount(labels.offered, offered),
    ...amount(labels.wished, wished),
    ...note,
  ]
  return [
    `${labels.wishes}:`,
    ...wishes.map((wish) => [wish.name, ...details(wish).map((detail) => `  ${detail}`)]),
    furtherItems,
  ]
}

function lineBlock(line: DocumentLine, { columns, sku }: OfferContent): readonly string[] {
  const { name, description, note, discount, billing, choice, facts = [], steps = [] } = line
  const price = (column: 'listPrice' | 'unitPrice') => {
    const { [column]: label } = columns
    const { [column]: value } = line
    return label === undefined || value === undefined ? [] : [toLine({ label, value })]
  }
  const details = [
    ...(line.sku === undefined ? [] : [`${sku} ${oneLine(line.sku)}`]),
    ...plainLines(description ?? ''),
    ...plainLines(note ?? ''),
    ...componentFacts(line).map(toLine),
    ...facts.map(toLine),
    ...(discount === undefined ? [] : [oneLine(discount)]),
    ...(billing === undefined ? [] : [oneLine(billing)]),
    ...(choice === undefined ? [] : [oneLine(choice)]),
    ...steps.map(toLine),
    ...amount(columns.quantity, line.quantity),
    ...price('listPrice'),
    ...price('unitPrice'),
    ...amount(columns.total, line.total),
  ]
  return [oneLine(name), ...details.map((detail) => `  ${detail}`)]
}

/** Returns a line of text for an amount, if it is shown. */
function amount(label: string, value: string): readonly string[] {
  return value === '' ? [] : [toLine({ label, value })]
}

function labelled(label: string | undefined): readonly string[] {
  return label === undefined ? [] : [`${label}:`]
}

function toLine({ label, value }: DocumentFact): string {
  return `${oneLine(label)}: ${oneLine(value)}`
}

/**
 * Returns a value without line breaks, so that nothing of it can look like another line. Spaces
 * within numbers stay as they are.
 */
export function oneLine(value: string): string {
  return value.replaceAll(/[ \t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').trim()
}
