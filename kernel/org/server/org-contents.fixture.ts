import type { Ctx } from '#packages/core'
import type { TestDatabase } from '#packages/testing'
import type { OrgRelocation } from './org-contents.ts'

async function getPaths({ db }: Ctx) {
  const rows = await db.selectFrom('v_org').select(['id', 'path']).execute()
  return new Map(rows.map(({ id, path }) => [String(id), String(path)]))
}

/** Contents of organisations in memory, in place of another module's tables. */
export class FakeContents {
  /** Nodes by thing. */
  readonly nodesByThing = new Map<string, Set<string>>()
  readonly relocations: OrgRelocation[] = []
  /** Simulates a module that leaves something behind. */
  forgets = false
  readonly #kind: { key: string; title: string; measure: string }

  constructor(kind: { key: string; title: string; measure: string }) {
    this.#kind = kind
  }

  put(thing: string, ...orgIds: string[]) {
    this.nodesByThing.set(thing, new Set([...(this.nodesByThing.get(thing) ?? []), ...orgIds]))
  }

  declareIn(database: Pick<TestDatabase, 'contribute'>, { arePeople = false } = {}) {
    database.contribute('orgContents', {
      ...this.#kind,
      count: async (_, orgIds) =>
        [...this.nodesByThing.values()].filter((nodes) => orgIds.some((id) => nodes.has(id))).length,
      relocate: async (_, relocation) => this.#relocate(relocation),
      ...(arePeople ? { recount: async (ctx, orgIds) => this.#recount(await getPaths(ctx), orgIds) } : {}),
    })
  }

  #relocate(relocation: OrgRelocation) {
    this.relocations.push(relocation)
    if (this.forgets) return
    const { from, to, departments, isWhole } = relocation
    const becomes = (id: string) => (id === from.id && isWhole ? to.id : (departments.get(id) ?? id))
    for (const [thing, nodes] of this.nodesByThing) this.nodesByThing.set(thing, new Set([...nodes].map(becomes)))
  }

  #recount(paths: ReadonlyMap<string, string>, orgIds: readonly string[]) {
    return orgIds.map((id) => {
      const isBelow = (node: string) => (paths.get(node) ?? '').split('.').includes(id.replaceAll('-', ''))
      const all = [...this.nodesByThing.values()]
      return {
        id,
        total: all.filter((nodes) => [...nodes].some(isBelow)).length,
        own: all.filter((nodes) => nodes.has(id)).length,
      }
    })
  }
}
