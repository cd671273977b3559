import { changedByOthers, invalid, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { tagsAtMost, type Tag, type TagForm } from '../../contract.ts'
import { ownRow, type Cause, type OrgNode } from '../queries.ts'
import { nearestWithTags, ownTags, storeTags } from '../tag-queries.ts'
import { write } from './writing.ts'

/** The words of a list that counts here: one's own, or those of the nearest above who has made one. */
export async function tagsAt(ctx: Pick<Ctx, 'db'>, orgPath: string, type: string): Promise<Tag[]> {
  const orgId = await nearestWithTags(ctx.db, orgPath, type)
  return orgId === undefined ? [] : ownTags(ctx.db, orgId, type)
}

/** What an application offers to choose from. */
export const readTags = async (ctx: Pick<Ctx, 'db'>, orgPath: string, type: string): Promise<Tag[]> =>
  (await tagsAt(ctx, orgPath, type)).filter(({ isEnabled }) => isEnabled)

/**
 * Makes the list what was sent, in that order. Whoever was there keeps its id; what is missing is switched off and
 * stands at the end, because records still name it; a word that comes back is the old one.
 */
export async function storeTagList(
  ctx: Ctx,
  org: OrgNode,
  type: string,
  wanted: readonly TagForm[],
  cause: Cause = 'save',
) {
  // The version is read before the words: whoever changes them in between is noticed.
  const row = await ownRow(ctx.db, org.id, type)
  const before = await ownTags(ctx.db, org.id, type)
  const list = merged(before, wanted)
  const next = { orgId: org.id, fixed: [], pinned: {}, value: { tags: list }, follows: row?.version ?? 0 }
  const written = await write(ctx, [next], { type, cause })
  if (written.length === 0) throw changedByOthers()
  await storeTags(ctx.db, org.id, type, list, ctx.now).catch(onConstraint('setting_tag_name', '名称已存在', 'tags'))
}

function merged(before: readonly Tag[], wanted: readonly TagForm[]): Tag[] {
  const listed = new Set(wanted.map(({ id }) => id))
  const named = new Set<string>()
  const kept = wanted.map(({ id, name, color, isEnabled }, at): Tag => {
    if (named.has(name)) throw invalid([{ field: `tags.${at}.name`, msg: '名称已存在' }])
    named.add(name)
    const old = before.find((tag) => tag.id === id) ?? before.find((tag) => tag.name === name && !listed.has(tag.id))
    return { id: old ? old.id : newId(), name, color, isEnabled, sort: at + 1 }
  })
  const ids = new Set(kept.map(({ id }) => id))
  const gone = before
    .filter(({ id }) => !ids.has(id))
    .map((tag, at) => ({ ...tag, isEnabled: false, sort: kept.length + at + 1 }))
  if (gone.some(({ name }) => named.has(name))) throw invalid([{ field: 'tags', msg: '名称已存在' }])
  if (kept.filter(({ isEnabled }) => isEnabled).length > tagsAtMost)
    throw invalid([{ field: 'tags', msg: `最多${tagsAtMost}个` }])
  return [...kept, ...gone]
}
