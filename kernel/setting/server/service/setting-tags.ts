import { changedByOthers, invalid, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { tagsAtMost, type SettingTag, type SettingTagForm } from '../../contract.ts'
import { findOwnRow, type ChangeCause, type OrgNode } from '../setting-queries.ts'
import { findNearestWithTags, listOwnTags, upsertTags } from '../tag-queries.ts'
import { writeVersions } from './write-settings.ts'

/** The effective tags: own ones, or those of the nearest organisation above that has a list. */
export async function listAllSettingTags(ctx: Pick<Ctx, 'db'>, orgPath: string, type: string): Promise<SettingTag[]> {
  const orgId = await findNearestWithTags(ctx.db, orgPath, type)
  return orgId === undefined ? [] : listOwnTags(ctx.db, orgId, type)
}

/** The enabled tags, for selection. */
export const listSettingTags = async (ctx: Pick<Ctx, 'db'>, orgPath: string, type: string): Promise<SettingTag[]> =>
  (await listAllSettingTags(ctx, orgPath, type)).filter(({ isEnabled }) => isEnabled)

/**
 * Saves the list in the given order. Existing tags keep their ids; missing ones are disabled and moved to the end,
 * because records still refer to them; a returning name gets its old tag.
 */
export async function saveTagList(
  ctx: Ctx,
  org: OrgNode,
  type: string,
  wanted: readonly SettingTagForm[],
  cause: ChangeCause = 'save',
) {
  // The version is read before the tags, so that a concurrent change is detected.
  const row = await findOwnRow(ctx.db, org.id, type)
  const before = await listOwnTags(ctx.db, org.id, type)
  const list = mergeTags(before, wanted)
  const next = { orgId: org.id, fixed: [], pinned: {}, value: { tags: list }, follows: row?.version ?? 0 }
  const written = await writeVersions(ctx, [next], { type, cause })
  if (written.length === 0) throw changedByOthers()
  await upsertTags(ctx.db, org.id, type, list, ctx.now).catch(onConstraint('setting_tag_name', '名称已存在', 'tags'))
}

function mergeTags(before: readonly SettingTag[], wanted: readonly SettingTagForm[]): SettingTag[] {
  const listed = new Set(wanted.map(({ id }) => id))
  const named = new Set<string>()
  const skipped = wanted.map(({ id, name, color, isEnabled }, at): SettingTag => {
    if (named.has(name)) throw invalid([{ field: `tags.${at}.name`, msg: '名称已存在' }])
    named.add(name)
    const old = before.find((tag) => tag.id === id) ?? before.find((tag) => tag.name === name && !listed.has(tag.id))
    return { id: old ? old.id : newId(), name, color, isEnabled, sort: at + 1 }
  })
  const ids = new Set(skipped.map(({ id }) => id))
  const gone = before
    .filter(({ id }) => !ids.has(id))
    .map((tag, at) => ({ ...tag, isEnabled: false, sort: skipped.length + at + 1 }))
  if (gone.some(({ name }) => named.has(name))) throw invalid([{ field: 'tags', msg: '名称已存在' }])
  if (skipped.filter(({ isEnabled }) => isEnabled).length > tagsAtMost)
    throw invalid([{ field: 'tags', msg: `最多${tagsAtMost}个` }])
  return [...skipped, ...gone]
}
