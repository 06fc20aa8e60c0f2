import type { Context } from 'hono'
import { html } from 'hono/html'
import { HttpProblem, type ProblemBody, toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { type Form, readForm } from '../../pages/forms/form.js'
import { hiddenField, sentFields } from '../../pages/forms/hidden-field.js'
import { isFromThisPage } from '../../pages/forms/own-form.js'
import { callHost, wrongResult } from '../../pages/host-function.js'
import type { Html } from '../../pages/layout.js'
import { isAddress, validAddress } from '../../validation/addresses.js'
import type { DeskRuntime } from '../desk-call.js'
import type { DeskUser } from '../options.js'
import type { DeskStrings } from '../strings.js'
import { pageResponse, type Visit } from './frame.js'

/**
 * Returns the page that tells of an error that no form shows. What the desk itself says is in the
 * language of the page. What the engine says is in English: it is shown below, unless it is that
 * there is nothing at the address.
 */
export async function errorPage(
  runtime: DeskRuntime,
  c: Context,
  error: unknown,
): Promise<Response> {
  const { status, headers, body } = toProblem(error)
  const { 'content-type': _, ...kept } = headers
  const { title, hint } = describeStatus(status, runtime.strings.errors)
  const isOfDesk = error instanceof HttpProblem && body.detail !== ''
  const text = isOfDesk ? body.detail : hint
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    ${text !== undefined && html`<p>${text}</p>`}
    ${!isOfDesk && status !== 404 && englishDetails(body)}
    <p><a href="${runtime.url('/')}">${runtime.strings.common.allQuotes}</a></p>
  </div>`
  const visit = { request: c.req.raw }
  const response = await pageResponse(runtime, visit, { title, main }, status)
  for (const [name, value] of Object.entries(kept)) response.headers.set(name, value)
  return response
}

/** Returns what a page says of an error without words of the desk. */
function describeStatus(
  status: number,
  strings: DeskStrings['errors'],
): { readonly title: string; readonly hint?: string } {
  if (status === 404) return { title: strings.notFound, hint: strings.notFoundHint }
  if (status >= 500) return { title: strings.failed, hint: strings.failedHint }
  return { title: strings.notDone }
}

function englishDetails({ detail, errors }: ProblemBody): Html {
  const ofFields = Object.entries(errors).map(([path, message]) => `${path} ${message}`)
  return html`<div class="muted wrap" lang="en" dir="ltr">
    <p>${detail}</p>
    ${ofFields.length > 0 && html`<ul>${ofFields.map((line) => html`<li>${line}</li>`)}</ul>`}
  </div>`
}

/** Returns the page that says what a user must not do, and why. */
export function notPermittedPage(
  runtime: DeskRuntime,
  { user, request }: Required<Visit>,
  reason: string,
): Promise<Response> {
  // Buyers get no part of the desk, nor links to it.
  const isBuyer = user.role === 'buyer'
  const { notAvailable: title, cannotDo, reason: shownReason, askManager } = runtime.strings.errors
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    <p>${cannotDo}</p>
    <p class="muted wrap">${shownReason(reason)}</p>
    <p>${askManager}</p>
    ${!isBuyer && html`<p><a href="${runtime.url('/')}">${runtime.strings.common.allQuotes}</a></p>`}
  </div>`
  const visit = isBuyer ? { request } : { user, request }
  return pageResponse(runtime, visit, { title, main }, 403)
}

/** Larger forms are not kept: a quote of 1,000 lines has about 400 KiB. */
const maxKeptBytes = 2 ** 20

/**
 * Returns the page for a form without a user. It keeps what was typed, so that it can be sent again
 * after signing in.
 */
export async function signInAgainPage(
  runtime: DeskRuntime,
  c: Context,
  hostHasRead: boolean,
): Promise<Response> {
  const { maxBodyBytes = maxKeptBytes } = runtime.options
  const form = isFromThisPage(c)
    ? await readKept(c, Math.min(maxBodyBytes, maxKeptBytes), hostHasRead)
    : undefined
  const {
    nothingChanged: title,
    notSignedIn,
    signInTab,
    thenGoBack,
    keptForm,
  } = runtime.strings.errors
  const address = (await loginAddressOrNone(runtime, c)) ?? runtime.url('/')
  const link = html`<a href="${address}" target="_blank" rel="noopener">${signInTab}</a>`
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    <p>${notSignedIn}</p>
    ${
      form === undefined
        ? html`<p>${link}</p><p>${thenGoBack}</p>`
        : html`<p>${keptForm}</p><p>${link}</p>
          ${sendAgainForm(runtime, form)}`
    }
  </div>`
  return pageResponse(runtime, { request: c.req.raw }, { title, main }, 401)
}

/**
 * Returns the page for a form whose token is not one of its user, or too old. It shows the form
 * again with a new token, if a page of this origin has sent it.
 */
export function rejectedFormPage(
  runtime: DeskRuntime,
  c: Context,
  sent: { readonly user: DeskUser; readonly form: Form; readonly token: string },
): Promise<Response> {
  const { user, form, token } = sent
  const visit = { user, request: c.req.raw }
  if (!isFromThisPage(c)) return otherSitePage(runtime, visit)
  const { nothingChanged: title, oldForm, sendAs } = runtime.strings.errors
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    <p class="wrap">${oldForm} ${sendAs(user.name ?? user.actor)}</p>
    ${sendAgainForm(runtime, form, token)}
    <p><a href="${runtime.url('/')}">${runtime.strings.common.allQuotes}</a></p>
  </div>`
  return pageResponse(runtime, visit, { title, main }, 403)
}

/** Returns the page for a form that another site has sent, which is not read. */
export function otherSitePage(runtime: DeskRuntime, visit: Visit): Promise<Response> {
  const { nothingChanged: title, otherSite } = runtime.strings.errors
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    <p>${otherSite}</p>
    <p><a href="${runtime.url('/')}">${runtime.strings.common.allQuotes}</a></p>
  </div>`
  return pageResponse(runtime, visit, { title, main }, 403)
}

/** Returns where users sign in, and come back from; undefined if there is no such page. */
export async function loginAddress(
  { options }: DeskRuntime,
  returnTo: string,
): Promise<string | undefined> {
  const { loginUrl } = options
  if (typeof loginUrl !== 'function') return loginUrl
  const address: unknown = await callHost(options, 'loginUrl', () => loginUrl(returnTo))
  if (isAddress(address)) return address
  throw wrongResult('loginUrl', validAddress, address)
}

/** Reports an error of the host's function, which must not lose what was typed. */
async function loginAddressOrNone(runtime: DeskRuntime, c: Context): Promise<string | undefined> {
  try {
    return await loginAddress(runtime, runtime.url('/'))
  } catch (error) {
    reportError(runtime.options.onError, error, c.req.raw)
    return undefined
  }
}

/** Returns the form, or undefined if it cannot be kept. */
async function readKept(
  c: Context,
  maxBytes: number,
  hostHasRead: boolean,
): Promise<Form | undefined> {
  try {
    return await readForm(c, maxBytes, hostHasRead)
  } catch (error) {
    if (error instanceof HttpProblem) return undefined
    throw error
  }
}

/** The form goes to the address of the page, which is the one that it was sent to. */
function sendAgainForm({ strings }: DeskRuntime, form: Form, token = form.get('token')): Html {
  const fields = sentFields(form, ['token']).map(([name, value]) => hiddenField(name, value))
  return html`<form method="post">
    <input type="hidden" name="token" value="${token}">
    ${fields}
    <button type="submit" class="primary">${strings.errors.sendAgain}</button>
  </form>`
}
