import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const namespaces = {
  Quotation: `${ubl}Quotation-2`,
  cac: `${ubl}CommonAggregateComponents-2`,
  cbc: `${ubl}CommonBasicComponents-2`,
}

const lineItem = `ID Note? Quantity LineExtensionAmount TaxInclusiveLineExtensionAmount?
  TotalTaxAmount? AllowanceCharge? Price Item`

/**
 * The elements that quotations have, of those that UBL 2.3 allows, in the order of UBL. `?` is at
 * most one, `*` any number, `+` at least one.
 */
const aggregates: Readonly<Record<string, string>> = {
  Quotation: `UBLVersionID CustomizationID? ProfileID? ID IssueDate Note* PricingCurrencyCode
    LineCountNumeric ValidityPeriod? AdditionalDocumentReference? SellerSupplierParty
    BuyerCustomerParty? Delivery? DeliveryTerms? AllowanceCharge* TaxTotal? QuotedMonetaryTotal QuotationLine+`,
  ValidityPeriod: 'EndDate EndTime?',
  AdditionalDocumentReference: 'ID DocumentTypeCode VersionID',
  SellerSupplierParty: 'Party',
  BuyerCustomerParty: 'Party',
  Delivery: 'DeliveryLocation? DeliveryParty?',
  DeliveryTerms: 'SpecialTerms*',
  DeliveryLocation: 'Address',
  DeliveryParty: 'PartyName? Contact?',
  Address: 'StreetName? AdditionalStreetName? CityName? PostalZone? CountrySubentity? Country?',
  Party: 'EndpointID? PartyName? PostalAddress? PartyTaxScheme? PartyLegalEntity? Contact?',
  PartyName: 'Name',
  PostalAddress:
    'StreetName? AdditionalStreetName? CityName? PostalZone? CountrySubentity? Country?',
  Country: 'IdentificationCode? Name?',
  PartyTaxScheme: 'CompanyID TaxScheme',
  TaxScheme: 'ID Name?',
  PartyLegalEntity: 'RegistrationName? CompanyID?',
  Contact: 'Name? Telephone? ElectronicMail?',
  AllowanceCharge: `ChargeIndicator AllowanceChargeReason? MultiplierFactorNumeric? Amount
    BaseAmount? TaxCategory* TaxTotal?`,
  TaxTotal: 'TaxAmount TaxSubtotal*',
  TaxSubtotal: 'TaxableAmount TaxAmount CalculationSequenceNumeric? TaxCategory',
  TaxCategory: 'Percent? TaxScheme',
  ClassifiedTaxCategory: 'Percent? TaxScheme',
  QuotedMonetaryTotal: `LineExtensionAmount TaxExclusiveAmount? TaxInclusiveAmount?
    AllowanceTotalAmount? ChargeTotalAmount? WithholdingTaxTotalAmount? PayableRoundingAmount?
    PayableAmount`,
  QuotationLine: 'ID LineItem AlternativeLineItem*',
  LineItem: lineItem,
  AlternativeLineItem: lineItem,
  Price: 'PriceAmount BaseQuantity? AllowanceCharge?',
  Item: `Description? Name? SellersItemIdentification? ClassifiedTaxCategory*
    AdditionalItemProperty*`,
  SellersItemIdentification: 'ID',
  AdditionalItemProperty: 'Name Value? ValueQuantity?',
}

/** The types of basic elements by the ends of their names, as UBL names them. */
const types: readonly (readonly [end: string, type: string])[] = [
  ['Amount', 'amount'],
  ['Quantity', 'quantity'],
  ['Date', 'xsd:date'],
  ['Time', 'xsd:time'],
  ['Indicator', 'xsd:boolean'],
  ['Numeric', 'xsd:decimal'],
  ['Percent', 'xsd:decimal'],
  ['EndpointID', 'endpoint'],
  ['', 'text'],
]

const occurrences: Readonly<Record<string, string>> = {
  '?': 'minOccurs="0"',
  '*': 'minOccurs="0" maxOccurs="unbounded"',
  '+': 'maxOccurs="unbounded"',
}

const isAggregate = (name: string) => Object.hasOwn(aggregates, name)

function parseModel(model: string) {
  return model
    .trim()
    .split(/\s+/)
    .map((part) => ({ name: part.replace(/[?*+]$/, ''), sign: /[?*+]$/.exec(part)?.[0] ?? '' }))
}

/** Returns a schema of some aggregate elements. */
function aggregateSchema(namespace: string, names: readonly string[], imports: string): string {
  const elements = names.map((name) => {
    const children = parseModel(aggregates[name] ?? '').map(({ name: child, sign }) => {
      const prefix = isAggregate(child) ? 'cac' : 'cbc'
      return `<xsd:element ref="${prefix}:${child}" ${occurrences[sign] ?? ''}/>`
    })
    const sequence = `<xsd:sequence>${children.join('')}</xsd:sequence>`
    return `<xsd:element name="${name}"><xsd:complexType>${sequence}</xsd:complexType></xsd:element>`
  })
  return schema(namespace, imports + elements.join('\n'))
}

function basicSchema(): string {
  const names = new Set(
    Object.values(aggregates)
      .flatMap(parseModel)
      .map(({ name }) => name)
      .filter((name) => !isAggregate(name)),
  )
  const elements = [...names].map((name) => {
    const [, type] = types.find(([end]) => name.endsWith(end)) ?? []
    return `<xsd:element name="${name}" type="${type?.startsWith('xsd:') ? type : `cbc:${type}`}"/>`
  })
  const withAttribute = (name: string, base: string, attribute: string, use: string) =>
    `<xsd:complexType name="${name}"><xsd:simpleContent><xsd:extension base="${base}">
      <xsd:attribute name="${attribute}" type="cbc:code" use="${use}"/>
    </xsd:extension></xsd:simpleContent></xsd:complexType>`
  return schema(
    namespaces.cbc,
    `<xsd:simpleType name="text"><xsd:restriction base="xsd:string">
      <xsd:minLength value="1"/></xsd:restriction></xsd:simpleType>
    <xsd:simpleType name="code"><xsd:restriction base="xsd:string">
      <xsd:pattern value="[A-Z0-9]{1,4}"/></xsd:restriction></xsd:simpleType>
    ${withAttribute('amount', 'xsd:decimal', 'currencyID', 'required')}
    ${withAttribute('quantity', 'xsd:decimal', 'unitCode', 'required')}
    ${withAttribute('endpoint', 'cbc:text', 'schemeID', 'optional')}
    ${elements.join('\n')}`,
  )
}

function schema(namespace: string, content: string): string {
  return `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:cac="${namespaces.cac}"
    xmlns:cbc="${namespaces.cbc}" targetNamespace="${namespace}" elementFormDefault="qualified">
    ${content}</xsd:schema>`
}

const importOf = (prefix: 'cac' | 'cbc') =>
  `<xsd:import namespace="${namespaces[prefix]}" schemaLocation="${prefix}.xsd"/>`

/** Returns the errors of a document by a schema: none if it is valid. */
export type Validate = (xml: string) => readonly string[]

/** Returns a function that validates by the part of UBL 2.3 that quotations are written in. */
export function createPartValidator(): Validate {
  const common = Object.keys(aggregates).filter((name) => name !== 'Quotation')
  const files = {
    'quotation-part/cac.xsd': aggregateSchema(namespaces.cac, common, importOf('cbc')),
    'quotation-part/cbc.xsd': basicSchema(),
  }
  const encoder = new TextEncoder()
  const buffers = Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(buffers)))
  const imports = importOf('cac') + importOf('cbc')
  const main = aggregateSchema(namespaces.Quotation, ['Quotation'], imports)
  return toValidate(XmlDocument.fromString(main, { url: 'quotation-part/quotation.xsd' }))
}

/** Returns why the schemas of OASIS are not there, or where they are. */
export function findUblSchemas(): { readonly missing: string } | { readonly file: string } {
  const folder = process.env.QUOTEWRIGHT_UBL_SCHEMAS ?? ''
  if (folder === '') return { missing: 'QUOTEWRIGHT_UBL_SCHEMAS is not set' }
  const file = join(folder, 'maindoc', 'UBL-Quotation-2.3.xsd')
  if (existsSync(file)) return { file }
  return { missing: 'QUOTEWRIGHT_UBL_SCHEMAS has no maindoc/UBL-Quotation-2.3.xsd' }
}

/** Returns a function that validates by a schema in a file. */
export function createFileValidator(file: string): Validate {
  xmlRegisterFsInputProviders()
  return toValidate(XmlDocument.fromString(readFileSync(file, 'utf8'), { url: file }))
}

function toValidate(xsd: XmlDocument): Validate {
  const validator = XsdValidator.fromDoc(xsd)
  return (xml) => {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
      return []
    } catch (error) {
      if (error instanceof XmlLibError) return error.details.map(({ message }) => message.trim())
      throw error
    } finally {
      document.dispose()
    }
  }
}

/** Finds in a document by XPath, such as `cbc:ID`. */
export interface QuotationReader {
  strings(xpath: string): readonly string[]
  count(xpath: string): number
}

/** Returns what a function reads in a document, which is in memory only meanwhile. */
export function readQuotation<Result>(
  xml: string,
  read: (reader: QuotationReader) => Result,
): Result {
  const document = XmlDocument.fromString(xml)
  const find = (xpath: string) => document.find(xpath, namespaces)
  try {
    return read({
      strings: (xpath) => find(xpath).map(({ content }) => content),
      count: (xpath) => find(xpath).length,
    })
  } finally {
    document.dispose()
  }
}

/** Returns the strings of the elements at an XPath below the document, such as `cbc:ID`. */
export function stringsAt(xml: string, xpath: string): readonly string[] {
  return readQuotation(xml, ({ strings }) => strings(xpath))
}
