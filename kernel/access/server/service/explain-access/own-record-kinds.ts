import { dayOf, scopeOf } from '#packages/core'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import {
  findOrgNode,
  searchOrgNodes,
  findStaffRecord,
  searchStaffRecords,
  type OrgNodeRow,
  type StaffRecordRow,
} from '../../explain-access-queries.ts'
import type { RecordKind } from '../../record-kinds.ts'

const maxFound = 20

const describeOrgNode = ({ id, name, above }: OrgNodeRow) => ({ id, title: name, about: above })

/** Organisations and departments; visible to callers who may explain access there. */
export const organisationRecordKind: RecordKind = {
  kind: 'organisation',
  title: '组织机构',
  permissions: ['org.read', 'org.visit', 'org.edit', 'org.disable', 'org.merge', 'org.appoint'],
  fields: [],
  find: async (ctx, keyword) =>
    (await searchOrgNodes(ctx.db, scopeOf(ctx, 'role.read'), keyword, maxFound)).map(describeOrgNode),
  facts: async (ctx, id) => {
    const node = await findOrgNode(ctx.db, scopeOf(ctx, 'role.read'), id)
    if (!node) return undefined
    const it = node.isDepartment ? '该部门' : '该单位'
    const phrases = `${it}为${node.name}`
    return {
      title: node.name,
      about: node.above,
      orgId: node.id,
      orgPath: node.path,
      departmentId: node.id,
      departmentPath: node.path,
      phrases: { it, org: phrases, department: phrases, class: '' },
    }
  },
}

const describeStaff = ({ id, name, orgName, departmentName, post }: StaffRecordRow) => ({
  id,
  title: name,
  about: [orgName, departmentName, post].filter(Boolean).join(' '),
})

/** Staff, one record per membership, with name and organisation only. */
export const staffRecordKind: RecordKind = {
  kind: 'staff',
  title: '教职工',
  permissions: ['user.read', 'user.edit', 'user.reset', 'user.reveal', 'user.merge'],
  fields: Object.keys(staffManifest.fields ?? {}),
  find: async (ctx, keyword) =>
    (
      await searchStaffRecords(ctx.db, scopeOf(ctx, 'role.read'), { keyword, day: dayOf(ctx.now), limit: maxFound })
    ).map(describeStaff),
  facts: async (ctx, id) => {
    const row = await findStaffRecord(ctx.db, scopeOf(ctx, 'role.read'), id)
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
      phrases: {
        it: '该人员',
        org: `该人员在${row.orgName || '已撤销的单位'}`,
        department: row.departmentName && `该人员在${row.departmentName}`,
        class: '',
      },
    }
  },
}
