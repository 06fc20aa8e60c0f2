/** The products of the sample store: tools, fixings, safety and office supplies. */

/**
 * Prices are decimal strings, because JavaScript numbers are not exact for every price.
 *
 * @typedef {object} SampleProduct
 * @property {number} id
 * @property {string} name
 * @property {string} sku
 * @property {string} price
 * @property {string} [salePrice]
 * @property {string} [unit] What a quantity counts.
 * @property {string} [description]
 * @property {string} [taxCode]
 * @property {readonly { qty: number, price: string }[]} [priceBreaks]
 */

/** @type {readonly SampleProduct[]} */
export const products = [
  {
    id: 101,
    name: 'Cordless drill driver 18 V',
    sku: 'PT-DRL-18',
    price: '129.00',
    description: 'Brushless, two speeds, with two batteries, a charger and a case.',
  },
  { id: 102, name: 'Impact driver 18 V, body only', sku: 'PT-IMP-18', price: '94.50' },
  { id: 103, name: 'Random orbital sander 125 mm', sku: 'PT-SND-125', price: '79.90' },
  { id: 104, name: 'Jigsaw 650 W', sku: 'PT-JIG-650', price: '88.75', salePrice: '74.95' },
  { id: 105, name: 'Battery pack 18 V, 5.0 Ah', sku: 'PT-BAT-50', price: '69.00' },
  { id: 106, name: 'Twist drill set, 19 pieces', sku: 'AC-TWD-19', price: '24.60' },
  { id: 107, name: 'Sanding discs 125 mm, pack of 50', sku: 'AC-DSC-50', price: '17.35' },
  {
    id: 108,
    name: 'Workbench, beech top, 1500 mm',
    sku: 'WS-BEN-15',
    price: '389.00',
    description: 'Beech, 40 mm, with a shelf and four levelling feet. Assembly takes an hour.',
  },
  { id: 109, name: 'Bench vice 125 mm', sku: 'WS-VIC-125', price: '64.20' },
  {
    id: 110,
    name: 'Tool trolley, seven drawers',
    sku: 'WS-TRO-7',
    price: '312.00',
    description: 'Ball bearing runners, central lock, carries 350 kg.',
  },
  { id: 111, name: 'Perforated wall panel 1 × 0.5 m', sku: 'WS-PAN-10', price: '28.45' },
  { id: 112, name: 'Steel shelving unit, five tiers', sku: 'WS-SHE-5', price: '96.80' },
  { id: 113, name: 'Storage boxes, set of 12', sku: 'WS-BOX-12', price: '31.15' },
  {
    id: 114,
    name: 'Wood screw 4 × 40 mm, each',
    sku: 'FX-SCR-440',
    price: '0.0875',
    unit: 'piece',
  },
  {
    id: 115,
    name: 'Wood screw 5 × 70 mm, each',
    sku: 'FX-SCR-570',
    price: '0.1425',
    unit: 'piece',
    priceBreaks: [
      { qty: 500, price: '0.1275' },
      { qty: 2000, price: '0.1150' },
    ],
  },
  { id: 116, name: 'Washer M6, each', sku: 'FX-WAS-6', price: '0.0240', unit: 'piece' },
  {
    id: 117,
    name: 'Hex nut M6, each',
    sku: 'FX-NUT-6',
    price: '0.0365',
    salePrice: '0.0300',
    unit: 'piece',
  },
  {
    id: 118,
    name: 'Coach bolt M6 × 80 mm, each',
    sku: 'FX-BLT-680',
    price: '0.3150',
    unit: 'piece',
    priceBreaks: [{ qty: 250, price: '0.2800' }],
  },
  { id: 119, name: 'Wall plug 8 mm, each', sku: 'FX-PLG-8', price: '0.0550', unit: 'piece' },
  {
    id: 120,
    name: 'Cable tie 200 mm, each',
    sku: 'FX-TIE-200',
    price: '0.0475',
    unit: 'piece',
    priceBreaks: [{ qty: 1000, price: '0.0395' }],
  },
  { id: 121, name: 'Wood glue 750 ml', sku: 'AD-GLU-750', price: '11.95', unit: 'bottle' },
  { id: 122, name: 'Epoxy adhesive 50 ml', sku: 'AD-EPX-50', price: '9.40' },
  { id: 123, name: 'Masking tape 50 m', sku: 'AD-TAP-50', price: '3.85', salePrice: '2.99' },
  { id: 124, name: 'Safety glasses, clear', sku: 'SF-GLS-C', price: '6.25' },
  { id: 125, name: 'Ear defenders, 31 dB', sku: 'SF-EAR-31', price: '18.70' },
  {
    id: 126,
    name: 'Work gloves, size 9, pair',
    sku: 'SF-GLV-9',
    price: '4.95',
    unit: 'pair',
    priceBreaks: [{ qty: 50, price: '4.40' }],
  },
  { id: 127, name: 'Dust mask FFP2, box of 20', sku: 'SF-MSK-20', price: '22.40', unit: 'box' },
  { id: 128, name: 'First-aid kit, 50 people', sku: 'SF-AID-50', price: '47.60' },
  {
    id: 129,
    name: 'Height-adjustable desk 1600 mm',
    sku: 'OF-DSK-16',
    price: '549.00',
    description: 'Electric, 65 to 130 cm, memory for four heights, 10 years of warranty.',
    priceBreaks: [{ qty: 10, price: '519.00' }],
  },
  {
    id: 130,
    name: 'Office chair, mesh back',
    sku: 'OF-CHR-M',
    price: '229.00',
    salePrice: '198.50',
  },
  { id: 131, name: 'Monitor arm, single', sku: 'OF-ARM-1', price: '84.95' },
  { id: 132, name: 'Desk lamp, LED, dimmable', sku: 'OF-LMP-D', price: '42.30' },
  { id: 133, name: 'Filing cabinet, three drawers', sku: 'OF-FIL-3', price: '176.50' },
  { id: 134, name: 'Whiteboard 1200 × 900 mm', sku: 'OF-WBD-12', price: '98.20' },
  {
    id: 135,
    name: 'Copier paper A4, 500 sheets',
    sku: 'OF-PAP-A4',
    price: '5.48',
    unit: 'ream',
    priceBreaks: [
      { qty: 40, price: '4.98' },
      { qty: 200, price: '4.55' },
    ],
  },
  { id: 136, name: 'Copier paper A4, single sheet', sku: 'OF-PAP-1', price: '0.0113' },
  { id: 137, name: 'Ballpoint pens, blue, box of 50', sku: 'OF-PEN-50', price: '12.15' },
  { id: 138, name: 'Sticky notes 76 mm, pack of 12', sku: 'OF-NTE-12', price: '9.95' },
  { id: 139, name: 'Label printer, desktop', sku: 'OF-LBL-D', price: '119.00', salePrice: '99.00' },
  {
    id: 140,
    name: 'Delivery to site, per pallet',
    sku: 'SV-DEL-P',
    price: '45.00',
    unit: 'pallet',
    taxCode: 'freight',
  },
]
