import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/model/create-document.js'
import { createTemplateInput } from '../../../src/pdf/template/create-inputs.js'
import { creationFrom, pricesOf, rules } from '../../quote/samples.js'

describe('createTemplateInput', () => {
  it('has prices of several units on two lines, and measures the longer one', () => {
    const request = {
      customer: {},
      currency: 'USD',
      products: [{ name: 'Screws', price: '128.49', price_quantity: 100, unit: 'piece', qty: 250 }],
    }
    const quote = creationFrom(request, pricesOf([]), rules).record.value
    const document = createDocument(quote)
    const input = createTemplateInput(document, { paper: 'a4', families: [] })
    const { lines, widest } = JSON.parse(input)
    expect(lines[0].unitPrice).toBe('$128.49\n/\u00a0100\u00a0pieces')
    expect(widest).toEqual(['No.', '250\u00a0pieces', '/\u00a0100\u00a0pieces', '$321.23'])
  })
})
