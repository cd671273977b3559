import { listContributions, type Ctx, type Scope } from '#packages/core'
import type { LoggedObjectTitle } from '../contract-operations.ts'

/** The name of an object in a log. */
export interface ObjectTitle {
  id: string
  title: string
}

/** A kind of object that the logs name: pupils, staff, organisations. */
export interface LoggedObjectKind {
  /** Module and kind, as in `entity_change`: student.student. */
  kind: string
  title: string
  /** The titles of the fields whose changes the module records with `recordFieldChanges`. */
  fields: Readonly<Record<string, string>> | ((ctx: Pick<Ctx, 'app'>, field: string) => string | undefined)
  /**
   * Those of these objects, or those with exactly this name, that the scope covers by their organisation. Without it
   * the changes belong to objects of other kinds: the settings of an organisation.
   */
  list?: (ctx: Ctx, scope: Scope, wanted: WantedObjects) => Promise<readonly ObjectTitle[]>
}
export type WantedObjects = { ids: readonly string[] } | { name: string }

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The kinds of objects that the logs name. */
    loggedObjects: LoggedObjectKind
  }
}

const findObjectKind = (ctx: Pick<Ctx, 'app'>, kind: string) =>
  listContributions(ctx, 'loggedObjects').find((one) => one.kind === kind)

/** The title of a field whose changes a module recorded; undefined if it declares none. */
export function findFieldTitle(ctx: Pick<Ctx, 'app'>, kind: string, field: string): string | undefined {
  const fields = findObjectKind(ctx, kind)?.fields
  return typeof fields === 'function' ? fields(ctx, field) : fields?.[field]
}

const toTitle = ({ kind, title: kindTitle }: LoggedObjectKind, { id, title }: ObjectTitle): LoggedObjectTitle => ({
  id,
  kind,
  kindTitle,
  title,
})

/** The objects among these ids that the reader may see, by id; a log has ids of all kinds. */
export async function loadObjectTitles(
  ctx: Ctx,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoggedObjectTitle>> {
  const titles = new Map<string, LoggedObjectTitle>()
  let open = [...new Set(ids)]
  for (const kind of listContributions(ctx, 'loggedObjects')) {
    if (open.length === 0) break
    for (const one of (await kind.list?.(ctx, scope, { ids: open })) ?? []) titles.set(one.id, toTitle(kind, one))
    open = open.filter((id) => !titles.has(id))
  }
  return titles
}

/** An object of this kind, if the reader may see it. */
export async function findLoggedObject(
  ctx: Ctx,
  scope: Scope,
  kindName: string,
  id: string,
): Promise<LoggedObjectTitle | undefined> {
  const kind = findObjectKind(ctx, kindName)
  const [found] = (await kind?.list?.(ctx, scope, { ids: [id] })) ?? []
  return kind && found ? toTitle(kind, found) : undefined
}

/** The ids of all objects with exactly this name in the scope. */
export async function searchObjectIds(ctx: Ctx, scope: Scope, name: string): Promise<string[]> {
  const ids: string[] = []
  for (const { list } of listContributions(ctx, 'loggedObjects'))
    for (const { id } of (await list?.(ctx, scope, { name })) ?? []) ids.push(id)
  return ids
}
