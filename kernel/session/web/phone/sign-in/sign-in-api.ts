// The API client and the form rules: a quarter of the page, so they load after the form.
export { loginForm, sessionApi } from '../../../contract.ts'
export { call } from '#packages/web/core/call.ts'
export { getFormErrors } from '#packages/web/core/form-errors.ts'
