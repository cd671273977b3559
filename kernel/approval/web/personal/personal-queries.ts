import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { approvalSetupApi } from '../../contract.ts'
import { toDelegationBody, type DelegationValues } from './delegation-form.ts'

export const delegationKey = ['approval-delegations'] as const
export const delegationsQuery = queryOf(delegationKey, approvalSetupApi.delegateList)

export const saveDelegation = async (values: DelegationValues) => {
  await call(approvalSetupApi.delegateSave, { body: toDelegationBody(values) })
}
export const cancelDelegation = (id: string) => call(approvalSetupApi.delegateCancel, { body: { id } })
export const savePhrases = (phrases: readonly string[]) =>
  call(approvalSetupApi.phraseSave, { body: { phrases: [...phrases] } })
export const saveSignature = (fileId: string | null) => call(approvalSetupApi.signatureSave, { body: { fileId } })
