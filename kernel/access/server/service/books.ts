import type { Ctx } from '#packages/core'
import { countsApart, definitionOf, templateBehind, type RoleBook } from '../definition.ts'
import { isSeparated, wordsOfRoles } from '../holding-queries.ts'
import { sourcesOf, type RoleSourceRow } from '../role-queries.ts'
import { sortedWords } from './reasons.ts'

export interface Shelf extends RoleBook {
  roles: ReadonlyMap<string, RoleSourceRow>
  /** Role → the fields that it hides. */
  hidden: ReadonlyMap<string, readonly string[]>
}

/** What these roles say, with those that they take from. */
export async function readBook({ db }: Pick<Ctx, 'db'>, roleIds: readonly string[] | 'all'): Promise<Shelf> {
  const sources = await sourcesOf(db, roleIds)
  const ids = sources.map(({ id }) => id)
  return { roles: new Map(sources.map((role) => [role.id, role])), ...sortedWords(await wordsOfRoles(db, ids)) }
}

/** The roles of the district that hold a function, each with how far it counts. */
export async function rolesGiving(ctx: Pick<Ctx, 'db'>, permission: string) {
  const book = await readBook(ctx, 'all')
  const isApart = await isSeparated(ctx.db)
  return [...book.roles.keys()].flatMap((roleId) => {
    const held = definitionOf(book, roleId).get(permission)
    if (!held) return []
    const counts = (isAtTop: boolean) =>
      !isApart || countsApart(permission, held, { template: templateBehind(book, roleId), isAtTop })
    if (!counts(false)) return []
    return [{ roleId, scope: held.scope, orgIds: held.orgIds, countsAtTop: counts(true) }]
  })
}

/** The roles that give anything and do not hide a field, each with whether that is so for whoever is at the bureau too. */
export async function rolesShowing(ctx: Pick<Ctx, 'db'>, field: string) {
  const book = await readBook(ctx, 'all')
  const isApart = await isSeparated(ctx.db)
  return [...book.roles.keys()].flatMap((roleId) => {
    if (book.hidden.get(roleId)?.includes(field)) return []
    const template = templateBehind(book, roleId)
    const functions = [...definitionOf(book, roleId)]
    const gives = (isAtTop: boolean) =>
      functions.some(([code, held]) => !isApart || countsApart(code, held, { template, isAtTop }))
    return gives(false) ? [{ roleId, countsAtTop: gives(true) }] : []
  })
}
