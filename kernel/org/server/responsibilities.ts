import type { Ctx } from '#packages/core'

/** Something that a membership is responsible for now: a class, a task, a role. */
export interface HeldResponsibility {
  memberId: string
  /** How the module that declares it finds it again. */
  ref: string
}

export interface ResponsibilityItem extends HeldResponsibility {
  /** Without the contents of the record: whoever arranges a hand-over need not be its reader. */
  title: string
  note?: string
  /**
   * The first day on which somebody else is responsible anyway, or null. Absent for things without days: they pass at
   * once, and whoever gets one back has to hand it over again.
   */
  overOn?: string | null
}

/** Who takes something over: an active member in the scope of the caller. */
export interface Successor {
  memberId: string
  personId: string
  orgId: string
  name: string
}

/**
 * What a module lets people be responsible for. A membership ends only when its responsibilities are handed over, so
 * modules declare them here, below all of them; `engines/handover` uses them. Callers hold the lock of the tree.
 */
export interface Responsibility {
  key: string
  /** 班主任 */
  title: string
  /** What these memberships are responsible for, today or later. */
  list: (ctx: Ctx, memberIds: readonly string[]) => Promise<readonly ResponsibilityItem[]>
  /**
   * The successor is responsible from a day on, today or later; at once if the thing has no days. Refuses what the actor
   * may not give: a hand-over gives nobody more rights.
   */
  hand: (ctx: Ctx, item: HeldResponsibility, to: Successor, from: string) => Promise<void>
  /**
   * The member is not responsible any more from that day on: the thing goes to whom the rules of the module name, or to
   * nobody. Needs no further permission, because the end of a membership has the same effect.
   */
  force: (ctx: Ctx, item: HeldResponsibility, from: string) => Promise<void>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** What has to be handed over before a membership ends. */
    responsibilities: Responsibility
  }
}
