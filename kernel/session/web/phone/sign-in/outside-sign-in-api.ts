// The API client and the form rules, loaded after the form.
export { loginForm } from '../../../contract-forms.ts'
export { outsideApi } from '../../../contract-outside.ts'
export { call } from '#packages/web/core/call.ts'
export { getFormErrors } from '#packages/web/core/form-errors.ts'
