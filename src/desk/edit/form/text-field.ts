import { type FieldProps, field } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'

const minRows = 2

/**
 * Shows a field for a string that should have one line. If it has several, so has the field: an
 * input would drop the line breaks, and the form would change what was not touched.
 */
export function textField(props: FieldProps): Html {
  const { value = '', rows } = props
  return rows === undefined && /[\r\n]/.test(value)
    ? field({ ...props, rows: minRows })
    : field(props)
}
