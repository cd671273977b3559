import type { BodyOf } from '#packages/contract'
import { invalid, may, newId, Refusal, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import { limitTries } from '#kernel/identity/server'
import { sheetApi, waitedRows } from '../../contract.ts'
import { findOpenTwin, holdAsking, insertExport } from '../export-queries.ts'
import { sourceFor } from '../export-sources.ts'
import { startExport } from '../export-task.ts'
import { demandProof } from '../proof.ts'
import { understand, type Asked, type Question } from './export-asking.ts'
import { askApprovers } from './export-deciding.ts'
import { needsOf, reasonAtLeast, type Needs } from './export-needs.ts'

export async function readSource(ctx: Ctx, key: string) {
  const { title, measure, columns } = sourceFor(ctx, key)
  return {
    key,
    title,
    measure,
    columns: columns.map(({ key: column, title: name, isSensitive = false, isSensitiveBeside = [] }) => ({
      key: column,
      title: name,
      isSensitive,
      isSensitiveBeside: [...isSensitiveBeside],
    })),
    maySensitive: may(ctx.actor, 'export.sensitive'),
  }
}

const questionsAMinute = 30

/** A list may be searched by a number that it does not show: how many there are tells whether it was the right one. */
const limitQuestions = (ctx: OwnCtx) => {
  const { districtId, personId } = ctx.actor!
  return limitTries(ctx, 'export-question', `${districtId}:${personId}`, questionsAMinute, 60)
}

export async function previewExport(own: OwnCtx, question: Question) {
  await limitQuestions(own)
  return inOwnDistrict(
    own,
    async (ctx) => {
      const asked = await understand(ctx, question)
      const { needsApproval, ...needs } = await needsOf(ctx, asked)
      return { count: asked.count, words: asked.words, needsReason: needsApproval, needsApproval, ...needs }
    },
    { readOnly: true },
  )
}

interface Begun {
  id: string
  taskId: string | null
}

/**
 * Asks for a file. It is written at once, or when a second person has agreed. The same question again, while it is under
 * way, is the same export: whoever presses twice gets it once.
 */
export async function askForExport(ctx: OwnCtx, form: BodyOf<typeof sheetApi.export>): Promise<Begun> {
  await limitQuestions(ctx)
  const first = await inOwnDistrict(ctx, (inside) => look(inside, form), { readOnly: true })
  if (first.twin) return first.twin
  const { needs, asked } = first
  if (needs.needsApproval) {
    if (form.reason.length < reasonAtLeast)
      throw invalid([{ field: 'reason', msg: `请填写不少于${reasonAtLeast}个字的原因` }])
    await demandProof(ctx, `export:${asked.hash.toString('base64url')}`, form)
  }
  return inOwnDistrict(ctx, async (inside) => {
    await holdAsking(inside.db, inside.actor.personId)
    // Meanwhile a twin may have come, a limit may be used up, and people may have been hired.
    const again = await look(inside, form)
    if (again.twin) return again.twin
    if (again.needs.needsApproval && !needs.needsApproval) throw new Refusal('数据已变化，请重新导出')
    return begin(inside, again.asked, again.needs, form.reason)
  })
}

async function look(ctx: Ctx, form: Question) {
  const asked = await understand(ctx, form)
  const twin = await findOpenTwin(ctx.db, ctx.actor.personId, asked.hash)
  if (twin) return { twin }
  const needs = await needsOf(ctx, asked)
  if (needs.obstacle) throw new Refusal(needs.obstacle)
  return { asked, needs }
}

async function begin(ctx: Ctx, asked: Asked, { needsApproval }: Needs, reason: string): Promise<Begun> {
  const { actor, db, now } = ctx
  const { source, columns, count } = asked
  const fields = await fieldsOf(db, actor.districtId)
  const id = newId()
  await insertExport(db, {
    id,
    person_id: actor.personId,
    user_id: actor.userId,
    account_id: actor.accountId,
    org_id: actor.orgId,
    source: source.key,
    title: source.title,
    measure: source.measure,
    is_of_people: source.isOfPeople,
    filter: fields.encrypt('data_export.filter', JSON.stringify(asked.filter), id),
    words: fields.encrypt('data_export.words', asked.words, id),
    columns: columns.map(({ key }) => key),
    column_titles: columns.map(({ title }) => title),
    is_whole: asked.isWhole,
    asked_hash: asked.hash,
    count,
    needs_approval: needsApproval,
    reason: fields.encrypt('data_export.reason', reason, id),
    state: needsApproval ? 'waiting' : 'running',
    asked_at: now,
  })
  const { path, title } = sheetApi.export
  await recordOperation(ctx, { route: path, title, objectIds: [id] })
  if (!needsApproval) {
    const isWatched = count <= waitedRows
    return { id, taskId: await startExport(ctx, { id, title: source.title, count, isWatched }) }
  }
  await askApprovers(ctx, id, asked)
  return { id, taskId: null }
}
