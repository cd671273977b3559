import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { administratorsOf } from '#kernel/access/server'
import { changeStatuses, changeTypes } from '#kernel/staff/contract.ts'
import { readChangeForNotice } from '#kernel/staff/server'
import { closeTodos, sendMessages } from './service/sending.ts'
import { defineTemplate } from './templates.ts'

type Change = NonNullable<Awaited<ReturnType<typeof readChangeForNotice>>>

const asked = defineTemplate({
  code: 'staff.change-asked',
  kind: 'todo',
  title: '待处理：{name}{type}',
  body: '{way}，请查看并处理。',
})
const decided = defineTemplate({
  code: 'staff.change-decided',
  kind: 'notice',
  title: '{name}{type}{outcome}',
  body: '{way}。',
})

const subjectOf = (id: string) => ({ kind: 'staff-change', id })
const place = (id: string) => `/baseData/ChangeLog?open=${id}`
const typeOf = ({ type }: Change) => changeTypes[type as keyof typeof changeTypes]
const wayOf = ({ oldOrgName, newOrgName }: Change) =>
  [oldOrgName && `原单位${oldOrgName}`, newOrgName && newOrgName !== oldOrgName && `新单位${newOrgName}`]
    .filter(Boolean)
    .join('，')

/** Those who run the organisation whose turn it is; where nobody does, those who run the district. */
async function deciders(ctx: Ctx, { status, fromOrgId, toOrgId }: Change) {
  const orgId = status === 4 ? toOrgId : (fromOrgId ?? toOrgId)
  const here = orgId ? await administratorsOf(ctx, orgId) : []
  return here.length > 0 ? here : administratorsOf(ctx, null)
}

/** Somebody is to come, to go or to move: whoever's turn it is has something to do. */
export const onChangeAsked = subscribe('staff.change-asked', {
  name: 'message.on-change-asked',
  title: '提醒处理人员变动',
  handle: async (ctx, { ids }) => {
    const change = await readChangeForNotice(ctx, String(ids['id']))
    if (!change) return
    await closeTodos(ctx, subjectOf(change.id))
    if (change.status !== 0 && change.status !== 4) return
    await sendMessages(ctx, asked, {
      to: (await deciders(ctx, change)).map(({ personId }) => personId),
      words: { name: change.personName, type: typeOf(change), way: wayOf(change) },
      url: place(change.id),
      subject: subjectOf(change.id),
    })
  },
})

/** It was agreed to, refused or taken back: whoever asked and whoever it is about are told. */
export const onChangeDecided = subscribe('staff.change-decided', {
  name: 'message.on-change-decided',
  title: '告知人员变动结果',
  handle: async (ctx, { ids }) => {
    const change = await readChangeForNotice(ctx, String(ids['id']))
    if (!change) return
    const { id, personName: name, personId, applicantId, status } = change
    await closeTodos(ctx, subjectOf(id))
    const outcome = changeStatuses[status as keyof typeof changeStatuses]
    const words = { name, type: typeOf(change), outcome, way: wayOf(change) }
    const told = { words, subject: subjectOf(id) }
    if (personId) await sendMessages(ctx, decided, { ...told, to: [personId] })
    if (applicantId === personId) return
    // Whoever asked for somebody whom it was not given is not told where that one works.
    const asker = change.isBlind ? { ...words, way: wayOf({ ...change, oldOrgName: '' }) } : words
    // Whoever it is about cannot open the page where it was decided; whoever asked for somebody else can.
    await sendMessages(ctx, decided, { ...told, words: asker, to: [applicantId], url: place(id) })
  },
})
