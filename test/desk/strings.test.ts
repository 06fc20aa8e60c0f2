import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { deskStrings } from '../../src/desk/strings.js'
import { request, sampleDesk, seller, textOf } from './sample-desk.js'

const pages = /^src\/(?:desk|features\/[^/]+\/desk)\//

/** Files without words for people who use the desk. Options and their checks are for developers. */
const others = /\/(?:strings(?:\/\w+)?|options|app)\.ts$|\.(?:css|js)\.ts$/

/** What developers read, if a function of the host returns something else. */
const forDevelopers = new Set(['TypeError', 'wrongResult'])

/** What looks like words and is none, and messages about what the host returns. */
const noWords: ReadonlySet<string> = new Set([
  '#errors li',
  'Escape',
  'private, no-cache',
  'cookie, authorization',
  'an array of products with id and name',
  'an array of { customer: { name, email, … } }',
  'Enter',
  'must be ',
  ', in the user that the option authenticate returns, received ',
])

/** Returns the words for people in a source: capitalized ones, sentences and the text of markup. */
function proseIn(path: string, source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (isForDevelopers(node)) return
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html')
      found.push(...wordsOfMarkup(partsOf(node.template).join(placeholder)))
    else if (isText(node) && !ts.isTaggedTemplateExpression(node.parent))
      found.push(...partsOf(node).filter((text) => prose.test(text) && !noWords.has(text)))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true))
  return found.map((text) => `${path}: ${text.trim()}`)
}

const placeholder = '\u0000'
const prose = /^\s*\p{Lu}\p{Ll}+(?![\p{L}\d])|[\p{L},]{2,} \p{Ll}{2,}/u

function isForDevelopers(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  const { expression } = node
  return forDevelopers.has(
    ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(),
  )
}

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression

function isText(node: ts.Node): node is Text {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateExpression(node)
  )
}

function partsOf(node: ts.TemplateLiteral | Text): readonly string[] {
  if (!ts.isTemplateExpression(node)) return [node.text]
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
}

/** Attributes with words. */
const spoken = /(?:aria-label|data-label|placeholder|title|alt)="([^"]*)"/g
/** A part of a tag, without the tag. */
const attributes =
  /^\s*(?:(?:[a-z-]+="[^"]*"|checked|disabled|hidden|open|data-all|data-new|data-picked)\s*)*$/

function wordsOfMarkup(markup: string): readonly string[] {
  const ofAttributes = [...markup.matchAll(spoken)].map(([, text = '']) => text)
  const text = attributes.test(markup) ? '' : markup.replaceAll(/<[^>]*>/g, placeholder)
  return [...ofAttributes, ...text.split(placeholder)].filter((each) => /\p{L}{2}/u.test(each))
}

describe('deskStrings', () => {
  it('has every word that the desk shows', () => {
    const paths = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((path) => `src/${path}`)
      .filter((path) => pages.test(path) && /\.[jt]s$/.test(path) && !others.test(path))
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.flatMap((path) => proseIn(path, readFileSync(path, 'utf8')))).toEqual([])
  })

  it.each([
    ["const label = 'Name'", 'Name'],
    ["page('the quote was sent')", 'the quote was sent'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
    ['const text = `Line ${number}`', 'Line'],
    ['html`<p>sent</p>`', 'sent'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
    ['html`${who} by ${whom}`', 'by'],
    ['html`<td data-label="price"></td>`', 'price'],
  ])('is missed by %s', (source, found) => {
    expect(proseIn('a.ts', source)).toEqual([`a.ts: ${found}`])
  })
})

describe('option strings', () => {
  it('replaces single strings in every group, and the others stay', async () => {
    const strings = {
      sections: { quotes: 'Angebote' },
      list: { title: 'Angebote', summary: (count: string) => `${count} Stück` },
    }
    const desk = sampleDesk({ strings })
    await desk.engine.createQuote(seller, request)
    const text = textOf((await desk.get('/')).html)
    expect(text).toContain(`Angebote ${deskStrings.sections.customers}`)
    expect(text).toContain('1 Stück')
    expect(text).toContain(deskStrings.list.newQuote)
  })

  it('shows the language of the locale if all strings are replaced', async () => {
    const one = sampleDesk({ locale: 'fa', strings: { list: deskStrings.list } })
    expect((await one.get('/')).html).toContain('<html lang="en" dir="ltr">')
    const all = sampleDesk({ locale: 'fa', strings: deskStrings })
    expect((await all.get('/')).html).toContain('<html lang="fa" dir="rtl">')
  })

  it('shows strings as text', async () => {
    const desk = sampleDesk({ strings: { tags: { title: '<b>Tags</b>' } } })
    expect((await desk.get('/tags')).html).toContain('<h1>&lt;b&gt;Tags&lt;/b&gt;</h1>')
  })

  it.each([
    [{ list: { title: 7 } }, 'strings.list.title'],
    [{ list: { summary: 'all' } }, 'strings.list.summary'],
    [{ list: 'Angebote' }, 'strings.list'],
    [{ list: { titel: 'Angebote' } }, 'strings.list.titel'],
    ['Angebote', 'strings'],
  ])('rejects %j', (strings, path) => {
    const create = () => sampleDesk({ strings: strings as never })
    expect(create).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: { errors: { [path]: expect.any(String) } },
      }),
    )
  })
})
