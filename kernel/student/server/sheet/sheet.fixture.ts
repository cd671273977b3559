import { randomInt } from 'node:crypto'
import { idCardCheckDigit, newId, nothing, type Actor, type Ctx, type Scope } from '#packages/core'
import type { CheckedRow, Effect, SheetRow, Verdict } from '#packages/sheet'
import { createPerson } from '#kernel/identity/server'
import { createOrganisation } from '#kernel/org/server'
import { openGrade } from '#kernel/schooling/server'
import { studentTarget } from './target.ts'

type As = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => Promise<T>
export type Cells = Record<string, string>

const rights = [
  'student.read',
  'student.edit',
  'student.event',
  'student.reveal',
  'year.change',
  'class.edit',
  'class.read',
]

/** Somebody who may do everything to the pupils below a node, and exists: what is done is written down with a name. */
export async function manager(ctx: Ctx, node: { id: string; path: string } | 'district'): Promise<Actor> {
  const scope: Scope = node === 'district' ? { ...nothing, district: true } : { ...nothing, orgPaths: [node.path] }
  const personId = await createPerson(ctx, { name: '管理员' })
  const orgId = node === 'district' ? newId() : node.id
  const ids = { accountId: newId(), personId, userId: newId(), orgId, sessionId: newId() }
  return {
    kind: 'staff',
    districtId: ctx.actor.districtId,
    ...ids,
    permissions: new Map(rights.map((one) => [one, scope])),
  }
}

/** A bureau with two middle schools, each with its three grades of so many classes, the eldest first. */
export async function plantSchools(ctx: Ctx, { year = 2026, classes = 3 } = {}) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const found = async (name: string) => {
    const org = await createOrganisation(ctx, { parent: bureau, name, type: 'school' })
    const grades = []
    for (const startYear of [year - 2, year - 1, year])
      grades.push(await openGrade(ctx, { orgId: org.id, stage: 3, startYear, classes }))
    return { ...org, grades }
  }
  const school = await found('文澜中学')
  const other = await found('晨岚中学')
  const chief = await manager(ctx, 'district')
  const clerk = await manager(ctx, school)
  return { bureau, school, other, chief, clerk }
}
export type Schools = Awaited<ReturnType<typeof plantSchools>>

let orders = randomInt(900)
/** Of a child of these years, and of an area that nobody was ever given. */
export function aChild(sex: '男' | '女' = '女') {
  const at = orders++
  const day = `201${2 + (at % 3)}${String(1 + (Math.floor(at / 500) % 12)).padStart(2, '0')}${String(1 + (Math.floor(at / 6000) % 28)).padStart(2, '0')}`
  const first = `330199${day}${String((at % 499) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')}`
  return first + idCardCheckDigit(first)
}
let phones = randomInt(10_000_000)
export const aPhone = () => `139${String(phones++).padStart(8, '0')}`

/** Rows as the engine hands them over, from the third row on, as below a title and headings. */
export const rowsOf = (cells: readonly Cells[], accepted: readonly string[] = []): SheetRow[] =>
  cells.map((values, at) => ({ row: at + 3, values, accepted }))

/** What the engine does with a target, without files and tasks. */
export function importing(as: As, actor: Actor, orgId: string) {
  const examine = (rows: readonly SheetRow[]) => as(actor, (ctx) => studentTarget.examine(ctx, orgId, rows))
  /** A thousand at a time in one transaction, each examined again before; those that are right and do something. */
  const apply = (rows: readonly SheetRow[], pieceOf = 1000) =>
    as(actor, async (ctx) => {
      const effects: Effect[] = []
      for (let at = 0; at < rows.length; at += pieceOf) {
        const piece = rows.slice(at, at + pieceOf)
        const verdicts = await studentTarget.examine(ctx, orgId, piece)
        const right = piece
          .map((row, nth): CheckedRow => ({ ...row, verdict: verdicts[nth]! }))
          .filter(({ verdict: { issues, result } }) => issues.length === 0 && result !== 'same')
        if (right.length > 0) effects.push(...(await studentTarget.apply(ctx, orgId, right)))
      }
      return effects
    })
  return {
    examine,
    apply,
    one: async (values: Cells, accepted: readonly string[] = []): Promise<Verdict> =>
      (await examine(rowsOf([values], accepted)))[0]!,
    bring: (cells: readonly Cells[], accepted: readonly string[] = []) => apply(rowsOf(cells, accepted)),
    /** As the engine keeps them: through JSON. */
    undo: (effects: readonly Effect[]) =>
      as(actor, (ctx) =>
        studentTarget.undo(ctx, orgId, (JSON.parse(JSON.stringify(effects)) as Effect[]).toReversed()),
      ),
    undoable: (effects: readonly Effect[]) => as(actor, (ctx) => studentTarget.undoable(ctx, orgId, effects)),
  }
}

/** What an issue looks like to a test: column:code. */
export const codesOf = ({ issues }: Verdict) => issues.map(({ column, code }) => `${column}:${code}`)

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
const counting = 'version,updated_at,changed_at,counted_at'

/** All that is kept of pupils as one hash a table: equal when nothing was changed. Without `but` to the byte. */
export async function fingerprint(sql: Sql, tables: readonly string[], but = ''): Promise<Record<string, string>> {
  const prints: Record<string, string> = {}
  for (const table of tables) {
    const [row] = await sql<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(line, '|' order by line)), '') as print
       from (select (to_jsonb(t) - '{${but}}'::text[])::text as line from tenant.${table} t) lines`,
    )
    prints[table] = row!.print
  }
  return prints
}
export const pupilPrint = (sql: Sql) =>
  fingerprint(sql, ['person', 'student', 'student_place', 'guardian_link'], counting)
