import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { aUserWithRoles, withCurrentPermissions } from '#kernel/access/server/example.ts'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { aMembership } from '#kernel/staff/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { emptyScope, type Actor, type Ctx } from '#packages/core'
import type { ExportCell, ExportSource } from '#packages/sheet'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { createActor, type TestDatabase } from '#packages/testing'

/** Creates signed-in people with roles, because background tasks check the permissions when they run. */
export function createPeople({ as, sql, home }: Pick<TestDatabase, 'as' | 'sql' | 'home'>) {
  const founder = createActor({ kind: 'job', districtId: home })
  return {
    founder,
    /** With the current permissions of the roles. */
    enter: (actor: Actor) => as(founder, (ctx) => withCurrentPermissions(ctx, actor)),
    /** A new person who can sign in. */
    hire: (name: string, at: OrgNode, ...roles: RoleTemplate[]) =>
      as(founder, (ctx) => aUserWithRoles(ctx, roles, { name, at, hasAccount: true })),
    /** A further membership of the same person. */
    also: (actor: Actor, at: OrgNode, ...roles: RoleTemplate[]) =>
      as(founder, async (ctx) => {
        const userId = await aMembership(ctx, actor.personId, { at, isMain: false })
        await assignTemplates(ctx, userId, roles)
        return withCurrentPermissions(ctx, { ...actor, userId, orgId: at.id })
      }),
    takeRoles: ({ userId }: Actor) => sql('delete from tenant.membership_role where membership_id = $1', [userId]),
  }
}

/** A list of people like that of a real module: by key, in pieces, with its own permission. */
export function createRegister(schools: () => { school: OrgNode; other: OrgNode }) {
  const filter = z.object({
    keyword: z.string().max(50, '关键字不超过50字').default(''),
    isOdd: z.boolean().optional(),
  })
  const people: { at: 'school' | 'other'; name: string; phone: string }[] = []
  const state = { isUnmasked: false, reads: 0, onRead: async (_reads: number) => {} }
  const within = ({ actor }: Ctx, { keyword }: z.output<typeof filter>) => {
    const scope = actor.permissions.get('user.read') ?? emptyScope
    const paths = schools()
    const isReached = (at: 'school' | 'other') =>
      scope.district ||
      scope.orgIds.includes(paths[at].id) ||
      scope.orgPaths.some((top) => paths[at].path === top || paths[at].path.startsWith(`${top}.`))
    return people.filter(({ at, name, phone }) => isReached(at) && (name.includes(keyword) || phone === keyword))
  }
  const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`
  const source: ExportSource<z.output<typeof filter>> = {
    key: 'register',
    title: '教职工',
    measure: '人',
    permission: 'user.read',
    isOfPeople: true,
    filter,
    columns: [
      { key: 'name', title: '姓名' },
      { key: 'phone', title: '手机', isSensitive: true },
      { key: 'at', title: '单位' },
      { key: 'age', title: '年龄', kind: 'number' },
    ],
    describe: async (_, { keyword }) => (keyword ? `关键字“${keyword}”` : '全部'),
    count: async (ctx, filterValue) => within(ctx, filterValue).length,
    read: async (ctx, filterValue, { columns, isWhole, after, limit }) => {
      await state.onRead(++state.reads)
      const all = within(ctx, filterValue)
      const from = Number(after ?? 0)
      const piece = all.slice(from, from + limit)
      const cellOf = (one: (typeof people)[number], key: string): ExportCell =>
        ({
          name: one.name,
          phone: isWhole || state.isUnmasked ? one.phone : masked(one.phone),
          at: one.at,
          age: 40,
        })[key] ?? null
      const next = from + piece.length
      return {
        rows: piece.map((one) => columns.map((key) => cellOf(one, key))),
        after: next < all.length ? String(next) : null,
      }
    },
  }
  /** A list of public data. */
  const rooms: ExportSource = {
    key: 'rooms',
    title: '教室',
    measure: '间',
    permission: 'user.read',
    isOfPeople: false,
    filter: z.object({}),
    columns: [{ key: 'name', title: '名称' }],
    describe: async () => '全部',
    count: async () => 6_000,
    read: async (_ctx, _filter, { after, limit }) => {
      const from = Number(after ?? 0)
      const rows = Array.from({ length: Math.min(limit, 6_000 - from) }, (_, at) => [`教室${from + at}`])
      return { rows, after: from + rows.length < 6_000 ? String(from + rows.length) : null }
    },
    listSheets: async () => [{ sheetName: '说明', columns: [{ title: '列' }], rows: [['名称是门牌上的']] }],
  }
  return {
    people,
    state,
    sources: [source, rooms],
    /** Fills one school with this many people and removes all others there. */
    fill(at: 'school' | 'other', count: number) {
      people.splice(0, people.length, ...people.filter((one) => one.at !== at))
      for (let n = 0; n < count; n++)
        people.push({
          at,
          name: `教师${n}`,
          phone: `139${String(at === 'school' ? n : 50_000_000 + n).padStart(8, '0')}`,
        })
    },
  }
}

/** The parts of a workbook, by name. */
export async function unpackWorkbook(bytes: Uint8Array): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'export-test-'))
  try {
    await writeFile(join(folder, 'a.zip'), bytes)
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', 'a.zip', 'out'], { cwd: folder })
    const names = await readdir(join(folder, 'out'), { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const read = async (path: string) => [path.slice(join(folder, 'out').length + 1), await readFile(path, 'utf8')]
    return Object.fromEntries(await Promise.all(files.map(read)))
  } finally {
    await rm(folder, { recursive: true })
  }
}
