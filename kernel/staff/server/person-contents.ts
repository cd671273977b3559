import { listContributions, type Ctx } from '#packages/core'

interface MergedPair {
  keepId: string
  otherId: string
}
export interface MergedPeople extends MergedPair {
  /** Memberships of the other person that end, each with the same one of the remaining person. */
  successors: ReadonlyMap<string, string>
}

/** What a module keeps for people and not for memberships: it follows a merge of two people, and its undo. */
export interface PersonContents {
  key: string
  /** Refuses, before anything moves, what somebody has to settle first. */
  check: (ctx: Ctx, people: MergedPair) => Promise<void>
  /**
   * Everything becomes the remaining person's; returns what the undo needs. Sign-in names have moved already, so what
   * cannot move stays behind and is no reason to refuse.
   */
  merge: (ctx: Ctx, people: MergedPeople) => Promise<unknown>
  /** Runs after the memberships are back. */
  unmerge: (ctx: Ctx, people: MergedPair, moved: unknown) => Promise<void>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** What modules keep for people: it moves when two of them are merged. */
    personContents: PersonContents
  }
}

export type MovedContents = Readonly<Record<string, unknown>>

export async function checkContents(ctx: Ctx, people: MergedPair) {
  for (const { check } of listContributions(ctx, 'personContents')) await check(ctx, people)
}

export async function mergeContents(ctx: Ctx, people: MergedPeople): Promise<MovedContents> {
  const moved: Record<string, unknown> = {}
  for (const { key, merge } of listContributions(ctx, 'personContents')) moved[key] = await merge(ctx, people)
  return moved
}

/** Of a module that joined after the merge nothing was moved. */
export async function unmergeContents(ctx: Ctx, people: MergedPair, moved: MovedContents = {}) {
  for (const { key, unmerge } of listContributions(ctx, 'personContents'))
    if (key in moved) await unmerge(ctx, people, moved[key])
}
