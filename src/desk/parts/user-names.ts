import { isQuoteError } from '../../errors.js'
import type { Role } from '../../quote/lifecycle/transitions.js'
import type { DeskCall } from '../desk-call.js'

/** Who did something: the `actor` of the call, and its role if it is known. */
export interface Author {
  readonly actor?: string | undefined
  readonly role?: Role | undefined
}

/** Returns the name of who did something, for people. */
export type NameOf = (author: Author) => string

/** Loads the names of the users of the store. Actors that are none keep their ids. */
export async function loadNames(call: DeskCall): Promise<NameOf> {
  const { actor: ownId, name: ownName } = call.user
  const names = new Map((await loadUsers(call)).map(({ id, name }) => [id, name]))
  if (ownId !== undefined && ownName !== undefined) names.set(ownId, ownName)
  return ({ actor, role }) => {
    if (actor !== undefined) return nameOfActor(actor, names)
    return role === undefined ? 'Unknown' : namesOfRoles[role]
  }
}

/** What calls of the customer's page are named by default, which say nothing else. */
const customersActor = 'customer'

/** Returns the name of an actor: that of a user of the store, or the actor itself. */
export function nameOfActor(actor: string, names: ReadonlyMap<string, string>): string {
  return names.get(actor) ?? (actor === customersActor ? 'the customer' : actor)
}

const namesOfRoles: Readonly<Record<Role, string>> = {
  seller: 'Seller',
  buyer: 'Customer',
  system: 'A program',
}

async function loadUsers({ engine, user }: DeskCall) {
  if (user.role === 'buyer') return []
  try {
    return await engine.listUsers(user)
  } catch (error) {
    // Without the permission to list users, their ids are shown.
    if (isQuoteError(error) && error.code === 'not_permitted') return []
    throw error
  }
}
