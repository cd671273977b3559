import { subscribe } from '#packages/jobs'
import { colleaguesInCharge, readAffected, readGiven, roleChanged, roleGiven, roleTaken } from '#kernel/access/server'
import { sendMessages } from './service/sending.ts'
import { defineTemplate } from './templates.ts'

const given = defineTemplate({
  code: 'role.given',
  kind: 'notice',
  title: '您获得了角色“{role}”',
  body: '角色生效后即可使用相应的功能，不需要重新登录。',
})
const taken = defineTemplate({
  code: 'role.taken',
  kind: 'notice',
  title: '您的角色“{role}”已取消',
  body: '相应的功能不能再使用，如有疑问请联系管理员。',
})
const changed = defineTemplate({
  code: 'role.changed',
  kind: 'notice',
  title: '角色“{role}”的权限已调整',
  body: '您能使用的功能或数据范围因此有变化，如有疑问请联系管理员。',
})
const administratorAdded = defineTemplate({
  code: 'role.administrator-added',
  kind: 'notice',
  title: '{name}成为{org}的{role}',
  body: '如果不知道此事，请与其他管理员核实。',
})

interface Given {
  roleId: string
  userIds: string[]
}
const aboutRole = (id: string) => ({ kind: 'role', id })

/** Somebody has a role from now on; those who run the same are told of a new colleague. */
export const onRoleGiven = subscribe(roleGiven, {
  name: 'message.on-role-given',
  title: '告知获得角色',
  handle: async (ctx, { ids }) => {
    const { roleId, userIds } = ids as unknown as Given
    const about = await readGiven(ctx, { roleId, userIds })
    if (!about) return
    const { roleName: role, template, people } = about
    const to = people.map(({ personId, orgId }) => ({ personId, orgId }))
    await sendMessages(ctx, given, { to, words: { role }, subject: aboutRole(roleId) })
    if (!template) return
    for (const { userId, personId, name, orgId, orgName: org } of people) {
      const others = await colleaguesInCharge(ctx, template, orgId)
      await sendMessages(ctx, administratorAdded, {
        to: others.filter((other) => other.personId !== personId),
        words: { name, org, role },
        subject: { kind: 'administrator', id: userId },
        orgId,
      })
    }
  },
})

export const onRoleTaken = subscribe(roleTaken, {
  name: 'message.on-role-taken',
  title: '告知取消角色',
  handle: async (ctx, { ids }) => {
    const { roleId, userIds } = ids as unknown as Given
    const about = await readGiven(ctx, { roleId, userIds })
    if (!about) return
    const to = about.people.map(({ personId, orgId }) => ({ personId, orgId }))
    await sendMessages(ctx, taken, { to, words: { role: about.roleName }, subject: aboutRole(roleId) })
  },
})

/** What a role holds was changed: those are told for whom that means anything. */
export const onRoleChanged = subscribe(roleChanged, {
  name: 'message.on-role-changed',
  title: '告知角色权限调整',
  handle: async (ctx, { ids }) => {
    const { roleId, changeId } = ids as { roleId: string; changeId: string }
    const about = await readAffected(ctx, changeId)
    if (!about) return
    const to = about.people.map(({ personId, orgId }) => ({ personId, orgId }))
    await sendMessages(ctx, changed, { to, words: { role: about.roleName }, subject: aboutRole(roleId) })
  },
})
