import { html } from 'hono/html'
import { isQuoteError } from '../../errors.js'
import type { TemplateRecord } from '../../store/templates/template.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formToken, parseVersion, unknownVersion, versionField } from '../forms/form-fields.js'

/** The page that asks before it deletes a template. */
export const deleteTemplatePage: DeskRoute = {
  path: '/templates/:templateId/delete',

  async get(call) {
    return confirm(call, await call.engine.getTemplate(call.user, call.param('templateId')))
  },

  async post(call, form) {
    const { engine, user } = call
    const templateId = call.param('templateId')
    const expectedVersion = parseVersion(form.get('version')) ?? unknownVersion
    try {
      await engine.deleteTemplate(user, templateId, { expectedVersion })
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'version_mismatch') throw error
      return confirm(call, await engine.getTemplate(user, templateId), 409)
    }
    return call.redirect('/templates', 'deleted')
  },
}

function confirm(
  call: DeskCall,
  { templateId, template, version }: TemplateRecord,
  status = 200,
): Promise<Response> {
  const path = `/templates/${encodeURIComponent(templateId)}`
  const main = html`<div class="card stack">
    <h1>Delete “${template.name}”?</h1>
    ${
      status === 409 &&
      html`<p class="notice warn" role="alert">Nothing was deleted yet: the template was changed by
      another user while you looked at it.</p>`
    }
    <p>The template cannot be restored. Quotes that were created from it stay as they are.</p>
    <form method="post" action="${call.url(`${path}/delete`)}" class="actions">
      ${formToken(call)}
      ${versionField(version)}
      <button class="danger">Delete the template</button>
      <a class="button" href="${call.url(path)}">Keep it</a>
    </form>
  </div>`
  return call.page({ title: 'Delete a template', section: 'templates', main }, status)
}
