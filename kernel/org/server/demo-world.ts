import { emptyScope, type Actor, type Ctx } from '#packages/core'

export type DemoMembership = Pick<Actor, 'personId' | 'userId' | 'orgId'>

/** What a demo district has before modules add their rows. */
interface DemoUser {
  userName: string
  title: string
  membership?: DemoMembership
  /** Of a parent. */
  guardian?: { personId: string }
}

export interface DemoWorld {
  bureauId: string
  schools: readonly { id: string; name: string }[]
  /** Everybody who can sign in: staff have a membership, pupils and guardians do not. */
  logins: readonly DemoUser[]
}

/** The rows of one module in a demo district. They are created once, in one transaction, when the district is created. */
export interface DemoRows {
  /** `module.noun`, unique over the product. */
  key: string
  /** Keys of rows that must exist before. */
  after?: readonly string[]
  /** Journeys and proofs use the same districts: rows that would disturb them are only for people who look at a demo. */
  isOnlyForViewing?: true
  /** Returns how many rows were created; `pnpm seed` prints the number. */
  create: (ctx: Ctx, world: DemoWorld) => Promise<number>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Rows that modules add to a demo district. */
    demoRows: DemoRows
  }
}

/** The memberships of the people with this title: 区管理员, 学校管理员, 校长, 年级组长, 语文教师. */
export const listDemoMemberships = ({ logins }: Pick<DemoWorld, 'logins'>, title: string): DemoMembership[] =>
  logins.flatMap((login) => (login.title === title && login.membership) || [])

interface DemoActorOptions {
  now?: Date
  permissions?: Actor['permissions']
  /** Permissions for the rows of the own organisation. */
  may?: readonly string[]
}

/** The context of a demo person at work. */
export const actAsDemoMember = (
  ctx: Ctx,
  { personId, userId, orgId }: DemoMembership,
  { now = ctx.now, may = [], permissions }: DemoActorOptions = {},
): Ctx => {
  const own = new Map(may.map((code) => [code, { ...emptyScope, orgIds: [orgId] }]))
  return {
    ...ctx,
    now,
    actor: { ...ctx.actor, kind: 'staff', personId, userId, orgId, permissions: permissions ?? own },
  }
}
