import type { Form } from '../../../pages/forms/form.js'
import { compareDrafts } from './compare-drafts.js'
import { type PickSide, preselected, type Side, type ThreeDrafts } from './difference.js'

/** Returns the name of the field that picks a side of a difference. */
export function pickName(index: number): string {
  return `pick[${index}]`
}

/** Returns the sides that the user picked on the page about a conflict. */
export function pickedSides(form: Form, drafts: ThreeDrafts): PickSide {
  const picked = new Map<string, Side>()
  for (const [index, { path }] of compareDrafts(drafts).entries()) {
    const side = form.get(pickName(index))
    if (side === 'mine' || side === 'theirs') picked.set(path, side)
  }
  return (path, by) => picked.get(path) ?? preselected(path, by)
}
