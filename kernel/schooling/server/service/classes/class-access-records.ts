import { dayOf, scopeOf, type Ctx, type ScopeAttributes } from '#packages/core'
import type { RecordKind } from '#kernel/access/server/api.ts'
import { listClassesInScope, getClassPage, type ClassRow } from '../../class-queries.ts'
import { getClassStaff } from '../../class-staff-queries.ts'
import { getGradeNaming } from '../../settings.ts'
import { getClassNames } from './class-descriptions.ts'
import { parseClassLabels } from './classes.ts'

const page = { pageNumber: 1, pageSize: 20 }

/** The scope attributes of a record of a class on a day. */
export async function getClassRowScope(
  ctx: Pick<Ctx, 'db'>,
  { orgId, classId }: { orgId: string; classId: string | null },
  day: string,
): Promise<ScopeAttributes> {
  const { orgPath, staff, leaders } = await getClassStaff(ctx.db, orgId, classId, day)
  return { orgId, ...(orgPath === null ? {} : { orgPath }), classStaff: staff, classLeaders: leaders }
}

/** Classes as a record kind of `explainAccess`: readable for everybody who may read permissions there. */
export const classRecords: RecordKind = {
  kind: 'class',
  title: '班级',
  permissions: ['class.read', 'class.edit', 'teaching.edit'],
  fields: [],
  find: async (ctx, keyword) => {
    const day = dayOf(ctx.now)
    const naming = await getGradeNaming(ctx)
    const classSearch = { state: 'open', day, keyword, labels: parseClassLabels(keyword, day, naming) } as const
    const { items } = await getClassPage(ctx.db, scopeOf(ctx, 'role.read'), classSearch, page)
    const describe = (row: ClassRow) => ({
      id: row.id,
      title: getClassNames(row, day, naming).label,
      about: row.orgName,
    })
    return items.map(describe)
  },
  facts: async (ctx, id, day) => {
    const [row] = await listClassesInScope(ctx.db, scopeOf(ctx, 'role.read'), { ids: [id], day })
    if (!row) return undefined
    const { label } = getClassNames(row, day, await getGradeNaming(ctx))
    return {
      title: label,
      about: row.orgName,
      ...(await getClassRowScope(ctx, { orgId: row.orgId, classId: id }, day)),
      phrases: { it: '该班', org: `该班在${row.orgName}`, department: '', class: `该班为${label}` },
    }
  },
}
