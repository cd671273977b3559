import type { BodyOf, DataOf } from '#packages/contract'
import { Ret, type FieldError } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { approvalSetupApi, type FlowRules } from '../../contract.ts'

/** Every save changes the list and the detail. */
export const definitionKey = ['approval', 'definitions'] as const

export type DefinitionList = DataOf<typeof approvalSetupApi.defList>

/** Without an organisation, the caller's own. */
export const definitionsQuery = (orgId: string | null) =>
  queryOf(definitionKey, approvalSetupApi.defList, { query: orgId ? { orgId } : {} })

export const definitionQuery = (subject: string, orgId: string | null) =>
  queryOf(definitionKey, approvalSetupApi.defDetail, { query: { subject, ...(orgId && { orgId }) } })

export const saveDefinition = (body: { subject: string; orgId: string; rules: FlowRules; version: number }) =>
  call(approvalSetupApi.defSave, { body })
export const publishDefinition = (id: string) => call(approvalSetupApi.defPublish, { body: { id } })
export const disableDefinition = (subject: string, orgId: string) =>
  call(approvalSetupApi.defDisable, { body: { subject, orgId } })
export const tryDefinition = (body: BodyOf<typeof approvalSetupApi.defTest>) => call(approvalSetupApi.defTest, { body })

/** Every rule that the server refused: several may concern the same field. */
export function listFieldErrors(error: unknown): FieldError[] {
  if (!(error instanceof CallError) || error.ret !== Ret.invalid) return []
  return ((error.data ?? {}) as { errors?: FieldError[] }).errors ?? []
}
