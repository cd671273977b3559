import type { Ctx } from '#packages/core'

export interface SchoolDay {
  orgId: string
  day: string
}

/** What waits for somebody at a school today, for the data board of those in charge. */
export interface OpenExceptions {
  key: string
  /** 未点名 */
  title: string
  unit: string
  sort: number
  /** The page with exactly these rows (`buildListLink`). */
  getLink: (at: SchoolDay) => string
  /** How many rows this page has for the caller, who may open it. */
  count: (ctx: Ctx, at: SchoolDay) => Promise<number>
  /** The figure for those who may not open that page, and for those above the school. */
  metric?: string
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    openExceptions: OpenExceptions
  }
}
