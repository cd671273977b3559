import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { findUnitById } from '#kernel/org/server/api.ts'
import { settingChanged, settingPushed } from '#kernel/setting/contract.ts'
import { listAffectedSchools, getSettingTitle } from '#kernel/setting/server/api.ts'
import { listAdministratorsToNotify } from './administrators.ts'
import { sendMessages } from './service/send-messages.ts'
import { defineTemplate } from './message-templates.ts'

export const securityChangedTemplate = defineTemplate({
  code: 'setting.security',
  kind: 'notice',
  title: '{org}的{title}设置已修改',
  body: '如果不是本单位管理员所为，请查看修改记录并恢复。',
})
export const settingPushedTemplate = defineTemplate({
  code: 'setting.pushed',
  kind: 'notice',
  title: '上级统一了{title}设置',
  body: '上级单位下发或锁定了部分设置项，请在组织设置中查看。',
})

const getSettingUrl = (type: string) => `/systemSet/Setting?type=${encodeURIComponent(type)}`

const listAdministrators = async (ctx: Ctx, orgIds: readonly string[]) => {
  const people: { personId: string; orgId: string }[] = []
  for (const orgId of orgIds)
    people.push(...(await listAdministratorsToNotify(ctx, orgId)).map(({ personId }) => ({ personId, orgId })))
  return people
}

/** Notifies all administrators of an organisation of changed sign-in settings. */
export const onSettingChanged = subscribe(
  settingChanged,
  { name: 'message.on-setting-changed', title: '提醒安全设置变更' },
  async (ctx, { orgId, type }) => {
    const org = await findUnitById(ctx, orgId)
    if (!org) return
    const to =
      org.parentId === null ? await listAdministratorsToNotify(ctx, null) : await listAdministrators(ctx, [orgId])
    await sendMessages(ctx, securityChangedTemplate, {
      to,
      values: { org: org.name, title: getSettingTitle(ctx, type) },
      url: getSettingUrl(type),
      subject: { kind: 'setting', id: orgId },
      orgId,
    })
  },
)

/** Notifies the administrators of schools of settings that the district pushed. */
export const onSettingPushed = subscribe(
  settingPushed,
  { name: 'message.on-setting-pushed', title: '提醒上级下发设置' },
  async (ctx, { type, pushId, orgId }) => {
    await sendMessages(ctx, settingPushedTemplate, {
      to: await listAdministrators(ctx, await listAffectedSchools(ctx, { pushId, orgId })),
      values: { title: getSettingTitle(ctx, type) },
      url: getSettingUrl(type),
      subject: { kind: 'setting-push', id: pushId ?? orgId! },
    })
  },
)
