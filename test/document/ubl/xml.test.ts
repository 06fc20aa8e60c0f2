import { describe, expect, it } from 'vitest'
import { toUblXml, type UblElement, xmlText } from '../../../src/document/ubl/xml.js'

/** Returns the lines in the root element. */
function contentOf(...content: readonly (UblElement | undefined)[]): string {
  const xml = toUblXml(['Quotation', content])
  return xml.slice(xml.indexOf('>\n', xml.indexOf('<Quotation')) + 2, xml.indexOf('</Quotation>'))
}

describe('toUblXml', () => {
  it('declares UTF-8 and the namespaces of the document and its elements', () => {
    const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
    expect(toUblXml(['Quotation', [['ID', 'Q-1']]])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<Quotation xmlns="${ubl}Quotation-2"
  xmlns:cac="${ubl}CommonAggregateComponents-2"
  xmlns:cbc="${ubl}CommonBasicComponents-2">
  <cbc:ID>Q-1</cbc:ID>
</Quotation>
`)
  })

  it('indents elements in elements, with the prefixes of what they contain', () => {
    expect(contentOf(['Party', [['PartyName', [['Name', 'Ada']]]]])).toBe(`  <cac:Party>
    <cac:PartyName>
      <cbc:Name>Ada</cbc:Name>
    </cac:PartyName>
  </cac:Party>
`)
  })

  it('writes numbers, booleans and attributes', () => {
    const elements: UblElement[] = [
      ['ChargeIndicator', false],
      ['Quantity', 0.5, { unitCode: 'MTR', other: undefined }],
    ]
    expect(contentOf(...elements)).toBe(`  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
  <cbc:Quantity unitCode="MTR">0.5</cbc:Quantity>
`)
  })

  it('leaves out what has no content, and what has only that in it', () => {
    const empty: UblElement = ['Party', [['PartyName', [['Name', ' \u0001 ']]], undefined]]
    expect(contentOf(undefined, ['ID', ''], ['ID', undefined], empty)).toBe('')
  })

  it('escapes text and attributes', () => {
    expect(contentOf(['Note', ']]> & <b>"'], ['ID', '1', { schemeID: '"<&>' }])).toBe(
      `  <cbc:Note>]]&gt; &amp; &lt;b&gt;&quot;</cbc:Note>
  <cbc:ID schemeID="&quot;&lt;&amp;&gt;">1</cbc:ID>
`,
    )
  })
})

describe('xmlText', () => {
  it.each([
    [' Ada\t', 'Ada'],
    ['a\r\nb\rc\nd\te', 'a\nb\nc\nd\te'],
    ['\u0000a\u0008\u000b\u001f\u007f\u009fb', 'ab'],
    ['a\ufffe\uffffb', 'ab'],
    ['\ud83d\ude00 \ud800 \udc00', '\ud83d\ude00 \ufffd \ufffd'],
    ['\u202eabc\u2066', 'abc'],
    ['\u00e9\u6f22', '\u00e9\u6f22'],
  ])('of %j is %j', (value, text) => {
    expect(xmlText(value)).toBe(text)
  })
})
