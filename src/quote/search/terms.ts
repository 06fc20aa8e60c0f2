// The terms by which quotes are stored and looked up. Each function serves both.

export function statusTerm(status: string): string {
  return `status:${status}`
}

export function tagTerm(name: string): string {
  return `tag:${name}`
}

/** Ignores the case of the e-mail address, and white space around it. */
export function customerTerm(email: string): string {
  return `customer:${email.trim().toLowerCase()}`
}

export function productTerm(id: number): string {
  return `product:${id}`
}
