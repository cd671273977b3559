import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { closeTodos, defineTemplate, listAdministratorsToNotify, sendMessages } from '#kernel/message/server/api.ts'
import { changeStatuses, changeTypes, staffChangeDecided, staffChangeRequested } from '../contract.ts'
import { getChangeForNotification } from './service/changes/change-for-notification.ts'

type StaffChange = NonNullable<Awaited<ReturnType<typeof getChangeForNotification>>>

export const changeRequestedTemplate = defineTemplate({
  code: 'staff.change-requested',
  kind: 'todo',
  title: '待处理：{name}{type}',
  body: '{way}，请查看并处理。',
})
export const changeDecidedTemplate = defineTemplate({
  code: 'staff.change-decided',
  kind: 'notice',
  title: '{name}{type}{outcome}',
  body: '{way}。',
})

const getChangeSubject = (id: string) => ({ kind: 'staff-change', id })
const getChangeUrl = (id: string) => `/baseData/ChangeLog?open=${id}`
const getTypeLabel = ({ type }: StaffChange) => changeTypes[type as keyof typeof changeTypes]
const describeMove = ({ oldOrgName, newOrgName }: StaffChange) =>
  [oldOrgName && `原单位${oldOrgName}`, newOrgName && newOrgName !== oldOrgName && `新单位${newOrgName}`]
    .filter(Boolean)
    .join('，')

/** The administrators of the organisation that decides next, or those of the district. */
async function listDeciders(ctx: Ctx, { status, fromOrgId, toOrgId }: StaffChange) {
  const orgId = status === 4 ? toOrgId : (fromOrgId ?? toOrgId)
  const here = orgId ? await listAdministratorsToNotify(ctx, orgId) : []
  return here.length > 0 ? here : listAdministratorsToNotify(ctx, null)
}

/** Creates a to-do for those who decide next about a staff change. */
export const onChangeRequested = subscribe(
  staffChangeRequested,
  { name: 'staff.on-change-requested', title: '提醒处理人员变动' },
  async (ctx, payload) => {
    const change = await getChangeForNotification(ctx, payload.id)
    if (!change) return
    await closeTodos(ctx, getChangeSubject(change.id))
    if (change.status !== 0 && change.status !== 4) return
    await sendMessages(ctx, changeRequestedTemplate, {
      to: (await listDeciders(ctx, change)).map(({ personId }) => personId),
      values: { name: change.personName, type: getTypeLabel(change), way: describeMove(change) },
      url: getChangeUrl(change.id),
      subject: getChangeSubject(change.id),
    })
  },
)

/** Notifies the applicant and the person of the decision. */
export const onChangeDecided = subscribe(
  staffChangeDecided,
  { name: 'staff.on-change-decided', title: '告知人员变动结果' },
  async (ctx, payload) => {
    const change = await getChangeForNotification(ctx, payload.id)
    if (!change) return
    const { id, personName: name, personId, applicantId, status } = change
    await closeTodos(ctx, getChangeSubject(id))
    const outcome = changeStatuses[status as keyof typeof changeStatuses]
    const values = { name, type: getTypeLabel(change), outcome, way: describeMove(change) }
    const message = { values, subject: getChangeSubject(id) }
    if (personId) await sendMessages(ctx, changeDecidedTemplate, { ...message, to: [personId] })
    if (applicantId === personId) return
    // After a refusal the applicant does not learn where the person works.
    const applicantValues = change.isPersonHidden
      ? { ...values, way: describeMove({ ...change, oldOrgName: '' }) }
      : values
    // Only the applicant can open the page of the change; the person cannot.
    await sendMessages(ctx, changeDecidedTemplate, {
      ...message,
      values: applicantValues,
      to: [applicantId],
      url: getChangeUrl(id),
    })
  },
)
