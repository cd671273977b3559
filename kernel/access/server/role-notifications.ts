import { subscribe } from '#packages/jobs'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { roleChanged, roleGiven, roleTaken } from '../contract.ts'
import { listFellowAdministrators, getAffectedPeople, getRoleAssignment } from './service/role-recipients.ts'

export const roleGivenTemplate = defineTemplate({
  code: 'role.given',
  kind: 'notice',
  title: '您获得了角色“{role}”',
  body: '角色生效后即可使用相应的功能，不需要重新登录。',
})
export const roleTakenTemplate = defineTemplate({
  code: 'role.taken',
  kind: 'notice',
  title: '您的角色“{role}”已取消',
  body: '相应的功能不能再使用，如有疑问请联系管理员。',
})
export const roleChangedTemplate = defineTemplate({
  code: 'role.changed',
  kind: 'notice',
  title: '角色“{role}”的权限已调整',
  body: '您能使用的功能或数据范围因此有变化，如有疑问请联系管理员。',
})
export const administratorAddedTemplate = defineTemplate({
  code: 'role.administrator-added',
  kind: 'notice',
  title: '{name}成为{org}的{role}',
  body: '如果不知道此事，请与其他管理员核实。',
})

const getRoleSubject = (id: string) => ({ kind: 'role', id })

/** Notifies a person of a new role, and the other administrators of a new administrator. */
export const onRoleGiven = subscribe(
  roleGiven,
  { name: 'access.on-role-given', title: '告知获得角色' },
  async (ctx, { roleId, userIds }) => {
    const about = await getRoleAssignment(ctx, { roleId, userIds })
    if (!about) return
    const { roleName: role, template, people } = about
    const to = people.map(({ personId, orgId }) => ({ personId, orgId }))
    await sendMessages(ctx, roleGivenTemplate, { to, values: { role }, subject: getRoleSubject(roleId) })
    if (!template) return
    for (const { userId, personId, name, orgId, orgName: org } of people) {
      const others = await listFellowAdministrators(ctx, template, orgId)
      await sendMessages(ctx, administratorAddedTemplate, {
        to: others.filter((other) => other.personId !== personId),
        values: { name, org, role },
        subject: { kind: 'administrator', id: userId },
        orgId,
      })
    }
  },
)

export const onRoleTaken = subscribe(
  roleTaken,
  { name: 'access.on-role-taken', title: '告知取消角色' },
  async (ctx, { roleId, userIds }) => {
    const about = await getRoleAssignment(ctx, { roleId, userIds })
    if (!about) return
    const to = about.people.map(({ personId, orgId }) => ({ personId, orgId }))
    await sendMessages(ctx, roleTakenTemplate, {
      to,
      values: { role: about.roleName },
      subject: getRoleSubject(roleId),
    })
  },
)

/** Notifies the people whom a change of a role affects. */
export const onRoleChanged = subscribe(
  roleChanged,
  { name: 'access.on-role-changed', title: '告知角色权限调整' },
  async (ctx, { roleId, changeId }) => {
    const about = await getAffectedPeople(ctx, changeId)
    if (!about) return
    const to = about.people.map(({ personId, orgId }) => ({ personId, orgId }))
    await sendMessages(ctx, roleChangedTemplate, {
      to,
      values: { role: about.roleName },
      subject: getRoleSubject(roleId),
    })
  },
)
