import { orNotFound, type Ctx } from '#packages/core'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { changeStatuses, changeTypes } from '../contract.ts'
import { findStaffChange } from './change-queries.ts'
import { getSystemReader } from './service/changes/staff-change-readers.ts'

export const changeDecidedTemplate = defineTemplate({
  code: 'staff.change-decided',
  kind: 'notice',
  title: '{name}{type}{outcome}',
  body: '{way}。',
})

/** Notifies the person of the end of a change that somebody else requested. The approval notifies the applicant. */
export async function notifyChangedPerson(ctx: Ctx, id: string) {
  const change = orNotFound(await findStaffChange(ctx.db, getSystemReader(ctx), id), '人员变动')
  const { personId, applicantId, personName: name, oldOrgName, newOrgName } = change
  if (personId === null || personId === applicantId) return
  const units = [oldOrgName && `原单位${oldOrgName}`, newOrgName && newOrgName !== oldOrgName && `新单位${newOrgName}`]
  await sendMessages(ctx, changeDecidedTemplate, {
    to: [personId],
    values: {
      name,
      type: changeTypes[change.type as keyof typeof changeTypes],
      outcome: changeStatuses[change.status as keyof typeof changeStatuses],
      way: units.filter(Boolean).join('，'),
    },
    subject: { kind: 'staff-change', id },
  })
}
