import { dayOf, scopeOf } from '#packages/core'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import { nodeFacts, nodesNamed, staffFacts, staffNamed, type NodeRow, type StaffRow } from '../../mirror-queries.ts'
import type { RecordKind } from '../../records.ts'

const found = 20

const describeNode = ({ id, name, above }: NodeRow) => ({ id, title: name, about: above })

/** Organisations and their departments: whoever may look at rights there may ask about them. */
export const organisations: RecordKind = {
  kind: 'organisation',
  title: '组织机构',
  permissions: ['org.read', 'org.visit', 'org.edit', 'org.forbid', 'org.merge', 'org.appoint'],
  fields: [],
  find: async (ctx, keyword) => (await nodesNamed(ctx.db, scopeOf(ctx, 'role.read'), keyword, found)).map(describeNode),
  facts: async (ctx, id) => {
    const node = await nodeFacts(ctx.db, scopeOf(ctx, 'role.read'), id)
    if (!node) return undefined
    const it = node.isDepartment ? '该部门' : '该单位'
    const words = `${it}为${node.name}`
    return {
      title: node.name,
      about: node.above,
      orgId: node.id,
      orgPath: node.path,
      departmentId: node.id,
      departmentPath: node.path,
      words: { it, org: words, department: words, class: '' },
    }
  },
}

const describeStaff = ({ id, name, orgName, departmentName, post }: StaffRow) => ({
  id,
  title: name,
  about: [orgName, departmentName, post].filter(Boolean).join(' '),
})

/** Members of staff, each in one place; only who they are and where. */
export const staff: RecordKind = {
  kind: 'staff',
  title: '教职工',
  permissions: ['user.read', 'user.edit', 'user.reset', 'user.reveal', 'user.merge'],
  fields: Object.keys(staffManifest.fields ?? {}),
  find: async (ctx, keyword) =>
    (await staffNamed(ctx.db, scopeOf(ctx, 'role.read'), { keyword, day: dayOf(ctx.now), limit: found })).map(
      describeStaff,
    ),
  facts: async (ctx, id) => {
    const row = await staffFacts(ctx.db, scopeOf(ctx, 'role.read'), id)
    if (!row) return undefined
    const { title, about } = describeStaff(row)
    return {
      title,
      about,
      orgId: row.orgId,
      departmentId: row.departmentId,
      departmentPath: row.departmentPath,
      ...(row.orgPath === null ? {} : { orgPath: row.orgPath }),
      ownerId: row.id,
      words: {
        it: '该人员',
        org: `该人员在${row.orgName || '已撤销的单位'}`,
        department: row.departmentName && `该人员在${row.departmentName}`,
        class: '',
      },
    }
  },
}
