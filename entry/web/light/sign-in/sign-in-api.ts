// What speaks with the server, and knows the rules of what is sent: a quarter of the page, so it comes after the form.
export { loginForm, sessionApi } from '#kernel/session/contract.ts'
export { call } from '#packages/web/core/call.ts'
export { getFormErrors } from '#packages/web/core/form-errors.ts'
