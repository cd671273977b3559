import { isDeepStrictEqual } from 'node:util'
import { invalid, type Ctx } from '#packages/core'
import type { SettingImpactForm, SettingImpact } from '../../contract.ts'
import { listRowsOfType, listSchoolsBelow, type OrgNode } from '../setting-queries.ts'
import { createPathIndex, resolveKey, type SettingRow } from '../resolve-settings.ts'
import { getSettingEditContext, mergeOwnValues, parseValues } from './save-settings.ts'

const namesShown = 5
/** The id as a path label, without hyphens. */
/** The schools below whose effective values would change: those that inherit, and those that are locked. */
export async function getSettingImpact(ctx: Ctx, form: SettingImpactForm): Promise<SettingImpact> {
  const context = await getSettingEditContext(ctx, form.type, form.orgId)
  const { type, org, own } = context
  if (type.hasTags) throw invalid([{ field: 'type', msg: '未知的设置类型' }])
  const newValues = await parseValues(ctx, type, form.value)
  const fixed = form.fixed ?? own?.fixed ?? []
  const value = mergeOwnValues(context, newValues, form.reset, fixed)
  const next: SettingRow = { orgId: org.id, value, fixed, pinned: own?.pinned ?? {}, version: own?.version ?? 0 }
  const rows = await listRowsOfType(ctx.db, type.type)
  const [listBefore, listAfter] = [createPathIndex(rows), createPathIndex([...rows, next])]
  const schools = (await listSchoolsBelow(ctx.db, org.path)).filter((school) => {
    const before = listBefore(school.path)
    const then = listAfter(school.path)
    return Object.entries(type.keys).some(([name, key]) => {
      const [was, becomes] = [resolveKey(key, name, before), resolveKey(key, name, then)]
      return was.isLocked !== becomes.isLocked || !isDeepStrictEqual(was.value, becomes.value)
    })
  })
  const others = schools.filter(({ id }) => id !== org.id).map(({ name }) => name)
  return { schools: others.length, names: others.toSorted().slice(0, namesShown) }
}
