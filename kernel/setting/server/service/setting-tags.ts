import { changedByOthers, invalid, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { tagsAtMost, type SettingTag, type SettingTagForm } from '../../contract.ts'
import { findOwnRow, type ChangeCause, type OrgNode } from '../setting-queries.ts'
import { findNearestWithTags, listOwnTags, upsertTags } from '../tag-queries.ts'
import { writeVersions } from './write-settings.ts'

/** The words of a list that counts here: one's own, or those of the nearest above who has made one. */
export async function listAllSettingTags(ctx: Pick<Ctx, 'db'>, orgPath: string, type: string): Promise<SettingTag[]> {
  const orgId = await findNearestWithTags(ctx.db, orgPath, type)
  return orgId === undefined ? [] : listOwnTags(ctx.db, orgId, type)
}

/** What an application offers to choose from. */
export const listSettingTags = async (ctx: Pick<Ctx, 'db'>, orgPath: string, type: string): Promise<SettingTag[]> =>
  (await listAllSettingTags(ctx, orgPath, type)).filter(({ isEnabled }) => isEnabled)

/**
 * Makes the list what was sent, in that order. Whoever was there keeps its id; what is missing is switched off and
 * stands at the end, because records still name it; a word that comes back is the old one.
 */
export async function saveTagList(
  ctx: Ctx,
  org: OrgNode,
  type: string,
  wanted: readonly SettingTagForm[],
  cause: ChangeCause = 'save',
) {
  // The version is read before the words: whoever changes them in between is noticed.
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
