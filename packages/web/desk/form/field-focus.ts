/** Every row of a form has its field name in this attribute, so that it can be found. */
export const fieldAttribute = 'data-field'

const focusable = 'input:not([hidden], [tabindex="-1"]), textarea, select, button:not([tabindex="-1"])'

export function focusField(form: HTMLElement | null, name: string) {
  const row = form?.querySelector(`[${fieldAttribute}="${CSS.escape(name)}"]`)
  // Of several controls, the invalid one.
  const control =
    row?.querySelector<HTMLElement>('[aria-invalid=true]') ??
    row?.querySelector<HTMLElement>(`input:checked, ${focusable}`)
  control?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** The field that has the focus. */
export const getFocusedField = (form: HTMLElement | null) =>
  form?.contains(document.activeElement)
    ? document.activeElement?.closest(`[${fieldAttribute}]`)?.getAttribute(fieldAttribute)
    : undefined
