import type { DeliveryType } from '../../quote/lifecycle-fields.js'

const words: Readonly<Record<DeliveryType, string>> = {
  delivered: 'Delivered',
  opened: 'Opened',
  deferred: 'Delayed',
  bounced: 'Bounced',
  dropped: 'Not sent',
}

/** Returns what people call a fact about a delivery. */
export function deliveryWord(type: DeliveryType): string {
  return words[type]
}

/** Returns true if the offer did not arrive. */
export function isFailedDelivery(type: DeliveryType): boolean {
  return type === 'bounced' || type === 'dropped'
}
